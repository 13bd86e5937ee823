import type { Client, estypes } from '@elastic/elasticsearch';
import { tokens, type TokenDocument } from '../../indices/tokens.js';
import { ensureIndex } from '../../elasticsearch/ensureIndex.js';
import { ApiError } from '../errors.js';
import { fromClientError, resultIn } from '../store/failures.js';
import { forCallers } from '../store/trace.js';
import { liveAlias } from '../../elasticsearch/names.js';
import type { Scope } from './caller.js';
import { hashToken, newToken, tokenId } from './secret.js';

const MAX_LISTED = 10_000;

export interface NewToken {
  readonly name: string;
  readonly scope: Scope;
  /** Absent: never. */
  readonly expiresAt?: Date;
}

/** The tokens in Elasticsearch. An index that is not there yet is one without tokens. */
export class TokenStore {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, indexPrefix: string) {
    this.#client = client;
    this.#index = liveAlias(indexPrefix, tokens.resource);
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
    const { docs = [] } = answer;
    return hashes.map((_, position) => found(docs[position]));
  }

  /** Makes a token; it cannot be read again later. */
  async create({ name, scope, expiresAt }: NewToken): Promise<TokenDocument & { token: string }> {
    const token = newToken();
    const hash = hashToken(token);
    const document: TokenDocument = {
      id: tokenId(hash),
      name,
      scope,
      created_at: new Date().toISOString(),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt.toISOString() }),
    };
    await ensureIndex(this.#client, this.#index, tokens.mappings);
    await this.#client.create({ index: this.#index, id: hash, document, refresh: true });
    return { ...document, token };
  }

  /** All tokens, also revoked and expired ones, the oldest first. */
  async list(): Promise<TokenDocument[]> {
    const hits = await this.#search({ match_all: {} });
    return hits.map(({ document }) => document);
  }

  /** Revokes the token with this id; `undefined` if there is none. */
  async revoke(id: string): Promise<TokenDocument | undefined> {
    const [found] = await this.#search({ term: { id } });
    if (found === undefined || found.document.revoked_at !== undefined) return found?.document;
    await ensureIndex(this.#client, this.#index, tokens.mappings);
    const revoked = { revoked_at: new Date().toISOString() };
    await this.#client.update({ index: this.#index, id: found.hash, doc: revoked, refresh: true });
    return { ...found.document, ...revoked };
  }

  async #search(query: object): Promise<{ hash: string; document: TokenDocument }[]> {
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

/** @throws {ApiError} 503 if the answer does not tell whether there is such a token. */
function found(
  item: estypes.MgetResponseItem<TokenDocument> | undefined,
): TokenDocument | undefined {
  if (item !== undefined && 'error' in item && item.error.type === 'index_not_found_exception')
    return undefined;
  const result = resultIn(item);
  if (result instanceof ApiError) throw result;
  return result._source;
}
