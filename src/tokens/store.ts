import type { Client } from '@elastic/elasticsearch';
import { tokens, type TokenDocument } from '../../indices/tokens.js';
import { ensureIndex } from '../../elasticsearch/ensureIndex.js';
import { fromClientError } from '../store/failures.js';
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
   * Sees every write that was acknowledged before.
   *
   * @throws {ApiError} 503 if Elasticsearch cannot tell.
   */
  async find(hash: string): Promise<TokenDocument | undefined> {
    const request = { index: this.#index, id: hash };
    try {
      const answer = await this.#client.get<TokenDocument>(request, { ignore: [404] });
      return answer._source;
    } catch (error) {
      throw fromClientError(error);
    }
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
