import type { Client, estypes } from '@elastic/elasticsearch';
import { pick } from 'es-toolkit/object';
import { ensureIndex } from '../../../core/elasticsearch/ensureIndex.js';
import { hasStatus } from '../../../core/elasticsearch/failures.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import {
  type TokenDocument,
  type TokenNameDocument,
  tokenNames,
  tokens,
  type TokenUseDocument,
  tokenUses,
} from '../../../indices/tokens.js';
import { hashToken, newToken, stateOf, tokenId } from './token.js';

const MAX_LISTED = 10_000;
const MS_PER_HOUR = 3_600_000;

export type NewToken = Omit<TokenDocument, 'id' | 'created_at' | 'revoked_at' | 'replaced_by'>;

/** With its secret, which cannot be read again later. */
export type MadeToken = TokenDocument & { token: string };

export interface Rotation {
  /** How long the old token stays valid, unless it expires earlier. */
  readonly keepHours: number;
  /** When the new token expires. Absent: it gets the lifetime that the old one was made with. */
  readonly expires_at?: string;
}

interface StoredToken {
  readonly hash: string;
  readonly document: TokenDocument;
}

/** The tokens in Elasticsearch. A missing index counts as an empty one. */
export class TokenStore {
  readonly #client: Client;
  readonly #indexPrefix: string;
  readonly #index: string;

  constructor(client: Client, indexPrefix: string) {
    this.#client = client;
    this.#indexPrefix = indexPrefix;
    this.#index = liveAlias(indexPrefix, tokens.resource);
  }

  /** @throws {Error} if a valid token has this name */
  async create(wanted: NewToken): Promise<MadeToken> {
    await this.#ensureIndices();
    const { name } = wanted;
    // The names of tokens from a backup are not reserved.
    const [holder] = (await this.#search({ term: { name } })).filter(isUsable);
    if (holder !== undefined) throw nameTaken(name, holder.hash);
    return this.#make(wanted);
  }

  /** Returns all tokens, also revoked and expired ones, the oldest first. */
  async list(): Promise<TokenDocument[]> {
    const hits = await this.#search({ match_all: {} });
    return hits.map(({ document }) => document);
  }

  /** Returns when each token was last used, in ISO 8601, by token id. */
  async lastUses(): Promise<Map<string, string>> {
    const { hits } = await this.#client.search<TokenUseDocument>({
      index: liveAlias(this.#indexPrefix, tokenUses.resource),
      ignore_unavailable: true,
      size: MAX_LISTED,
    });
    return new Map(hits.hits.map(({ _id = '', _source }) => [_id, _source?.last_used_at ?? '']));
  }

  /**
   * Returns a token by its id or, if it is the only valid one with this name, by its name.
   * @throws {Error} if several valid tokens have this name
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
   * Makes a token that replaces another one, found as by `get`, with the same name, scope, limit and
   * origins. `unsure` is a failure that leaves it open whether the old token will expire.
   * @throws {Error} if the old token is not valid, or was rotated already
   */
  async rotate(idOrName: string, { keepHours, ...expiry }: Rotation) {
    const found = await this.#resolve(idOrName);
    if (found === undefined) return undefined;
    const { document, hash } = found;
    const state = stateOf(document);
    if (state !== 'valid')
      throw new Error(
        `The token ${document.id} (${document.name}) is ${state}. Make a new one with \`create\`.`,
      );
    await this.#ensureIndices();
    const same = pick(document, ['name', 'scope', 'requests_per_second', 'origins']);
    const made = await this.#make({ ...sameLifetimeFromNow(document), ...expiry, ...same }, hash);
    const ends = Math.min(
      Date.now() + keepHours * MS_PER_HOUR,
      Date.parse(document.expires_at ?? '') || Infinity,
    );
    const change = { expires_at: new Date(ends).toISOString(), replaced_by: made.id };
    try {
      return { made, old: await this.#change(found, change) };
    } catch (cause) {
      // The change may have been made. The caller must get the new token in any case.
      return { made, old: { ...document, ...change }, unsure: cause };
    }
  }

  async #make({ name, scope, ...more }: NewToken, replacedHash?: string): Promise<MadeToken> {
    const token = newToken();
    const hash = hashToken(token);
    const created_at = new Date().toISOString();
    const document: TokenDocument = { id: tokenId(hash), name, scope, created_at, ...more };
    try {
      await this.#client.create({ index: this.#index, id: hash, document, refresh: true });
      await this.#takeName(name, hash, replacedHash);
    } catch (error) {
      await this.#unmake(hash, document, error);
      throw error;
    }
    return { ...document, token };
  }

  /**
   * Reserves the name of a token, so that no two valid tokens get it at the same time. The token must
   * be stored already, so that concurrent callers see it as valid.
   * @throws {Error} if the name belongs to a valid token other than the replaced one
   */
  async #takeName(name: string, hash: string, replacedHash: string | undefined): Promise<void> {
    const index = liveAlias(this.#indexPrefix, tokenNames.resource);
    for (;;) {
      const answer = await this.#get<TokenNameDocument>(index, name);
      const { _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = answer;
      const holder = answer._source?.token;
      if (holder !== undefined && holder !== replacedHash && (await this.#isValid(holder)))
        throw nameTaken(name, holder);
      const condition = answer.found
        ? { if_seq_no, if_primary_term }
        : ({ op_type: 'create' } as const);
      try {
        await this.#client.index({ index, id: name, document: { token: hash }, ...condition });
        return;
      } catch (error) {
        // Another caller took the name after it was read.
        if (!hasStatus(error, 409)) throw error;
      }
    }
  }

  /** @throws {Error} if the answer does not say whether the document exists, such as an answer of a proxy */
  async #get<Document>(index: string, id: string): Promise<estypes.GetResponse<Document>> {
    const answer: Partial<estypes.GetResponse<Document>> = await this.#client.get<Document>(
      { index, id },
      { ignore: [404] },
    );
    if (typeof answer.found !== 'boolean')
      throw new Error('Elasticsearch does not answer whether the name is free. Try again.');
    return answer as estypes.GetResponse<Document>;
  }

  /** True if the token of a hash is stored and valid. */
  async #isValid(hash: string): Promise<boolean> {
    const { _source: document } = await this.#get<TokenDocument>(this.#index, hash);
    return document !== undefined && stateOf(document) === 'valid';
  }

  /**
   * Deletes a token that nobody has seen. It may be stored although its creation failed.
   * @throws {Error} that says what to do if the deletion fails
   */
  async #unmake(hash: string, { id, name }: TokenDocument, cause: unknown): Promise<void> {
    try {
      await this.#client.delete({ index: this.#index, id: hash, refresh: true }, { ignore: [404] });
    } catch {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `The token was not made (${reason}). An unusable token ${id} with the name ${name} may be left. Look for it with \`list\`, and remove it with \`revoke ${id}\`.`,
        { cause },
      );
    }
  }

  async #change(
    { hash, document }: StoredToken,
    doc: Partial<TokenDocument>,
  ): Promise<TokenDocument> {
    await this.#client.update({ index: this.#index, id: hash, doc, refresh: true });
    return { ...document, ...doc };
  }

  async #resolve(idOrName: string): Promise<StoredToken | undefined> {
    const matching = await this.#search({
      bool: { should: [{ term: { id: idOrName } }, { term: { name: idOrName } }] },
    });
    const byId = matching.find(({ document }) => document.id === idOrName);
    if (byId !== undefined) return byId;
    const valid = matching.filter(isUsable);
    if (valid.length > 1) {
      const ids = valid.map(({ document }) => document.id).join(', ');
      throw new Error(`Several tokens are called ${idOrName}. Use an id instead: ${ids}.`);
    }
    return valid[0];
  }

  async #ensureIndices(): Promise<void> {
    for (const { resource, mappings } of [tokens, tokenNames, tokenUses])
      await ensureIndex(this.#client, liveAlias(this.#indexPrefix, resource), mappings);
  }

  async #search(query: object): Promise<StoredToken[]> {
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

const isUsable = ({ document }: StoredToken): boolean => stateOf(document) === 'valid';

function nameTaken(name: string, holderHash: string): Error {
  return new Error(
    `The token ${tokenId(holderHash)} is called ${name} already. Choose another name, or \`rotate\` or \`revoke\` that token.`,
  );
}

function sameLifetimeFromNow({ created_at: created, expires_at: expires }: TokenDocument) {
  if (expires === undefined) return {};
  const ends = Date.now() + Date.parse(expires) - Date.parse(created);
  return { expires_at: new Date(ends).toISOString() };
}
