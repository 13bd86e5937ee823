import type { Client } from '@elastic/elasticsearch';
import { hasStatus } from '../../../core/elasticsearch/failures.js';
import type { TokenNameDocument } from '../../../indices/tokens.js';

/** Reserves names, so that no two valid tokens get the same name at the same time. */
export class TokenNames {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /**
   * Gives a name to a token. The token must be stored already, so that a concurrent caller sees it
   * as valid.
   * @param mayReplace whether the name of this token, given by its hash, may be taken away
   * @returns false if the name belongs to a token that may not be replaced
   */
  async take(
    name: string,
    hash: string,
    mayReplace: (holder: string) => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      const stored = await this.#read(name);
      if (stored !== undefined && !(await mayReplace(stored.holder))) return false;
      const request = { index: this.#index, id: name, document: { token: hash } };
      try {
        if (stored === undefined) await this.#client.create(request);
        else await this.#client.index({ ...request, ...stored.version });
        return true;
      } catch (error) {
        // Another caller took the name after it was read.
        if (!hasStatus(error, 409)) throw error;
      }
    }
  }

  async #read(name: string) {
    const { docs } = await this.#client.mget<TokenNameDocument>({
      index: this.#index,
      ids: [name],
    });
    const [found] = docs;
    if (found === undefined || 'error' in found)
      throw new Error('Elasticsearch does not answer whose name this is. Try again.');
    const { _source: source, _seq_no: seqNo, _primary_term: primaryTerm } = found;
    if (source === undefined || seqNo === undefined || primaryTerm === undefined) return undefined;
    return { holder: source.token, version: { if_seq_no: seqNo, if_primary_term: primaryTerm } };
  }
}
