import type { Entity } from './entities.js';
import { Latest } from '../shared/latest.js';
import { findByName, type NameQuestion, type Service } from './lookups.js';
import { LookupFailure } from './lookupFailure.js';
import { Patience } from './patience.js';

/** Finds what a text may mean: the latest one only, and never more often than the service bears. */
export class Suggestions {
  readonly #latest = new Latest();
  #patience = new Patience();
  #service: Service = { url: '', token: '' };

  cancel(): void {
    this.#latest.cancel();
  }

  /**
   * Returns what is found after a pause; undefined when something else was wanted meanwhile.
   *
   * @param onAsk is told when the pause is over
   * @throws {LookupFailure}
   */
  async find(
    service: Service,
    question: NameQuestion,
    pauseMs: number,
    onAsk: () => void,
  ): Promise<readonly Entity[] | undefined> {
    if (service.url !== this.#service.url || service.token !== this.#service.token) {
      this.#service = service;
      this.#patience = new Patience();
    }
    const patience = this.#patience;
    return this.#latest.run(Math.max(pauseMs, patience.pauseMs), async (signal) => {
      onAsk();
      try {
        const found = await findByName(service, question, signal);
        patience.succeeded();
        return found;
      } catch (error) {
        if (error instanceof LookupFailure) patience.failed(error.detail.retryAfterSeconds);
        throw error;
      }
    });
  }
}
