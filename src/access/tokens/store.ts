import type { Client, estypes } from '@elastic/elasticsearch';
import { tokenNames, tokens, tokenUses, type TokenDocument } from '../../../indices/tokens.js';
import { assertReadable } from '../../../core/elasticsearch/assertReadable.js';
import { ensureIndex } from '../../../core/elasticsearch/ensureIndex.js';
import { ApiError, unavailable } from '../../errors.js';
import { fromClientError, resultIn } from '../../search/failures.js';
import { forCallers } from '../../observe/trace.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import type { Scope } from './caller.js';
import { TokenNames } from './names.js';
import { hashToken, newToken, tokenId } from './secret.js';
import { stateOf } from './validity.js';

const MAX_LISTED = 10_000;
const MS_PER_HOUR = 3_600_000;

export interface NewToken {
  readonly name: string;
  readonly scope: Scope;
  /** Absent: never. */
  readonly expiresAt?: Date;
  /** Of one API process; 0: as many as it likes. Absent: those of its scope. */
  readonly requestsPerSecond?: number;
  /** The origins whose pages may use it. Absent: all. */
  readonly origins?: readonly string[];
}

/** A token that was just made: the only time that it can be read itself. */
export type MadeToken = TokenDocument & { token: string };

/** The new token, and the one in whose place it is. */
export interface Rotated {
  readonly made: MadeToken;
  readonly old: TokenDocument;
  /** Why nobody knows whether the old one will end. */
  readonly unsure?: unknown;
}

export interface Rotation {
  /** As long as the old one stays good; less, if it expires before. */
  readonly keepHours: number;
  /** Absent: it lives as long as the old one would have from its making on. */
  readonly expiresAt?: Date;
}

interface Stored {
  readonly hash: string;
  readonly document: TokenDocument;
}

/** The tokens in Elasticsearch. An index that is not there yet is one without tokens. */
export class TokenStore {
  readonly #client: Client;
  readonly #indexPrefix: string;
  readonly #index: string;
  readonly #names: TokenNames;

  constructor(client: Client, indexPrefix: string) {
    this.#client = client;
    this.#indexPrefix = indexPrefix;
    this.#index = liveAlias(indexPrefix, tokens.resource);
    this.#names = new TokenNames(client, liveAlias(indexPrefix, tokenNames.resource));
  }

  /**
   * Finds the tokens of these hashes, in their order; sees every write that was acknowledged before.
   *
   * @throws {ApiError} 503 if Elasticsearch cannot tell in time.
   */
  async find(hashes: readonly string[], timeoutMs: number): Promise<(TokenDocument | undefined)[]> {
    const request = { index: this.#index, ids: [...hashes] };
    const answer: Partial<estypes.MgetResponse<TokenDocument>> = await this.#client
      .mget<TokenDocument>(request, { requestTimeout: timeoutMs, ...forCallers() })
      .catch((error: unknown) => {
        throw fromClientError(error);
      });
    return hashes.map((_, position) => found(answer.docs?.[position]));
  }

  /**
   * Makes a token; it cannot be read again later.
   *
   * @throws {Error} if a valid one has its name.
   */
  async create(wanted: NewToken): Promise<MadeToken> {
    await this.#ensureIndices();
    const { name } = wanted;
    // Those that were made before names were kept are found by this only.
    const [holder] = (await this.#search({ term: { name } })).filter(isValid);
    if (holder !== undefined) throw nameTaken(name, holder.document.id);
    return this.#make(wanted, undefined);
  }

  /** All tokens, also revoked and expired ones, the oldest first. */
  async list(): Promise<TokenDocument[]> {
    const hits = await this.#search({ match_all: {} });
    if (hits.length === 0) await assertReadable(this.#client, [this.#index]);
    return hits.map(({ document }) => document);
  }

  /**
   * Finds a token by its id or, if it is valid and the only such one, by its name; `undefined` if
   * there is none.
   *
   * @throws {Error} if several valid ones have this name.
   */
  async get(idOrName: string): Promise<TokenDocument | undefined> {
    return (await this.#resolve(idOrName))?.document;
  }

  /** Revokes a token, found as by `get`. */
  async revoke(idOrName: string): Promise<TokenDocument | undefined> {
    const found = await this.#resolve(idOrName);
    if (found === undefined || found.document.revoked_at !== undefined) return found?.document;
    await this.#ensureIndices();
    return this.#change(found, { revoked_at: new Date().toISOString() });
  }

  /**
   * Makes a token in place of another one, found as by `get`: of the same name, scope, limit and
   * origins. `undefined` if there is none.
   *
   * @throws {Error} if it is not valid any more, or was rotated before.
   */
  async rotate(idOrName: string, { keepHours, expiresAt }: Rotation): Promise<Rotated | undefined> {
    const found = await this.#resolve(idOrName);
    if (found === undefined) return undefined;
    const { document, hash } = found;
    const { id, name, scope, origins } = document;
    const state = stateOf(document);
    if (state !== 'valid')
      throw new Error(`The token ${id} (${name}) is ${state}. Make a new one with \`create\`.`);
    await this.#ensureIndices();
    const expiry = expiresAt ?? asLongAgain(document);
    const made = await this.#make(
      {
        name,
        scope,
        ...(expiry && { expiresAt: expiry }),
        ...(document.requests_per_second !== undefined && {
          requestsPerSecond: document.requests_per_second,
        }),
        ...(origins && { origins }),
      },
      hash,
    );
    const ends = Math.min(
      Date.now() + keepHours * MS_PER_HOUR,
      Date.parse(document.expires_at ?? '') || Infinity,
    );
    const change = { expires_at: new Date(ends).toISOString(), replaced_by: made.id };
    try {
      return { made, old: await this.#change(found, change) };
    } catch (cause) {
      // It may end all the same: the new one must be known.
      return { made, old: { ...document, ...change }, unsure: cause };
    }
  }

  async #make(
    { name, scope, expiresAt, requestsPerSecond, origins }: NewToken,
    replaces: string | undefined,
  ): Promise<MadeToken> {
    const token = newToken();
    const hash = hashToken(token);
    const document: TokenDocument = {
      id: tokenId(hash),
      name,
      scope,
      created_at: new Date().toISOString(),
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
      ...(requestsPerSecond !== undefined && { requests_per_second: requestsPerSecond }),
      ...(origins && { origins: [...origins] }),
    };
    let holder: string | undefined;
    try {
      await this.#client.create({ index: this.#index, id: hash, document, refresh: true });
      const isNamed = await this.#names.take(name, hash, async (other) => {
        holder = other;
        return other === replaces || (await this.#isFree(other));
      });
      if (!isNamed) throw nameTaken(name, tokenId(holder ?? ''));
    } catch (error) {
      await this.#unmake(hash, document, error);
      throw error;
    }
    return { ...document, token };
  }

  /**
   * Deletes a token that nobody has seen, which is there also where only the answer was lost.
   *
   * @throws {Error} with what to do about it, where that fails, too.
   */
  async #unmake(hash: string, { id, name }: TokenDocument, cause: unknown): Promise<void> {
    try {
      await this.#client.delete({ index: this.#index, id: hash, refresh: true }, { ignore: [404] });
    } catch {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `The token was not made (${reason}); but ${id} may be there, and have the name ${name}, though nobody knows it: \`list\` shows it, \`revoke ${id}\` ends it.`,
        { cause },
      );
    }
  }

  /** Tells whether a name may be given anew: what is not there was deleted, or never shown. */
  async #isFree(hash: string): Promise<boolean> {
    const answer: Partial<estypes.MgetResponse<TokenDocument>> =
      await this.#client.mget<TokenDocument>({ index: this.#index, ids: [hash] });
    const document = found(answer.docs?.[0]);
    return document === undefined || stateOf(document) !== 'valid';
  }

  async #change({ hash, document }: Stored, doc: Partial<TokenDocument>): Promise<TokenDocument> {
    await this.#client.update({ index: this.#index, id: hash, doc, refresh: true });
    return { ...document, ...doc };
  }

  async #resolve(idOrName: string): Promise<Stored | undefined> {
    const matching = await this.#search({
      bool: { should: [{ term: { id: idOrName } }, { term: { name: idOrName } }] },
    });
    const byId = matching.find(({ document }) => document.id === idOrName);
    if (byId !== undefined) return byId;
    const valid = matching.filter(isValid);
    if (valid.length > 1) {
      const ids = valid.map(({ document }) => document.id).join(', ');
      throw new Error(`Several tokens are called ${idOrName}. Name one by its id: ${ids}.`);
    }
    return valid[0];
  }

  /** An index that an earlier version made gets what it lacks. */
  async #ensureIndices(): Promise<void> {
    for (const { resource, mappings } of [tokens, tokenNames, tokenUses])
      await ensureIndex(this.#client, liveAlias(this.#indexPrefix, resource), mappings);
  }

  async #search(query: object): Promise<Stored[]> {
    const { hits } = await this.#client.search<TokenDocument>({
      index: this.#index,
      ignore_unavailable: true,
      query,
      size: MAX_LISTED,
      sort: [{ created_at: { order: 'asc', unmapped_type: 'date' } }],
    });
    return hits.hits.flatMap(({ _id: hash, _source: document }) =>
      hash === undefined || document === undefined ? [] : [{ hash, document }],
    );
  }
}

const isValid = ({ document }: Stored): boolean => stateOf(document) === 'valid';

function nameTaken(name: string, id: string): Error {
  return new Error(
    `The token ${id} is called ${name} already. Choose another name, or \`rotate\` or \`revoke\` that one.`,
  );
}

function asLongAgain({
  created_at: created,
  expires_at: expires,
}: TokenDocument): Date | undefined {
  if (expires === undefined) return undefined;
  return new Date(Date.now() + Date.parse(expires) - Date.parse(created));
}

/** @throws {ApiError} 503 if the answer does not tell whether there is such a token. */
function found(
  item: estypes.MgetResponseItem<TokenDocument> | null | undefined,
): TokenDocument | undefined {
  if (item && 'error' in item && item.error.type === 'index_not_found_exception') return undefined;
  const result = resultIn(item);
  if (result instanceof ApiError) throw result;
  if (result.found && result._source === undefined) throw unavailable();
  return result._source;
}
