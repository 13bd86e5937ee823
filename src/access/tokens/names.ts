import type { Client } from '@elastic/elasticsearch';
import type { TokenNameDocument } from '../../../indices/tokens.js';
import { hasStatus } from '../../../core/elasticsearch/failures.js';

/** Tells of the token that has a name, by its hash, whether another one may have it instead. */
export type MayReplace = (hash: string) => Promise<boolean>;

/** Who has which name. A name that is not in here may be that of a token made before there was this. */
export class TokenNames {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /**
   * Gives a name to a token, which is stored already: whoever comes second must be able to see that
   * it is good.
   *
   * @returns false if one has it that may not be replaced.
   */
  async take(name: string, hash: string, mayReplace: MayReplace): Promise<boolean> {
    for (;;) {
      const version = await this.#replaceable(name, mayReplace);
      if (version === 'taken') return false;
      const request = { index: this.#index, id: name, document: { token: hash } };
      try {
        if (version === 'free') await this.#client.create(request);
        else await this.#client.index({ ...request, ...version });
        return true;
      } catch (error) {
        // Somebody else took it since it was read.
        if (!hasStatus(error, 409)) throw error;
      }
    }
  }

  async #replaceable(name: string, mayReplace: MayReplace) {
    const { docs } = await this.#client.mget<TokenNameDocument>({
      index: this.#index,
      ids: [name],
    });
    const [found] = docs;
    if (found === undefined || 'error' in found)
      throw new Error('Elasticsearch does not tell who has this name. Try again.');
    const { _source: holder, _seq_no: seqNo, _primary_term: primaryTerm } = found;
    if (holder === undefined || seqNo === undefined || primaryTerm === undefined) return 'free';
    if (!(await mayReplace(holder.token))) return 'taken';
    return { if_seq_no: seqNo, if_primary_term: primaryTerm };
  }
}
