import type { Failure } from '../api/failures.js';
import { type ApiRequest, targetOf } from '../api/requests.js';
import type { Sender } from './sender.js';

export type Result<Data> =
  | { readonly state: 'none' }
  | {
      readonly state: 'asking';
      readonly before: Data | undefined;
      readonly failureBefore: Failure | undefined;
    }
  | { readonly state: 'found'; readonly data: Data; readonly isTruncated: boolean }
  | { readonly state: 'failed'; readonly failure: Failure };

/** Asks one thing after the other; of an earlier one no answer is taken any more. */
export class Lookup<Data> {
  readonly #sender: Sender;
  readonly #changed: () => void;
  #target: string | undefined;
  #abort = new AbortController();
  result: Result<Data> = { state: 'none' };

  /** @param changed is called whenever the result is another one */
  constructor(sender: Sender, changed: () => void) {
    this.#sender = sender;
    this.#changed = changed;
  }

  /** The data at hand, also while other is asked for. */
  get data(): Data | undefined {
    if (this.result.state === 'found') return this.result.data;
    return this.result.state === 'asking' ? this.result.before : undefined;
  }

  /** Why there is no answer, also while it is tried again. */
  get failure(): Failure | undefined {
    if (this.result.state === 'failed') return this.result.failure;
    return this.result.state === 'asking' ? this.result.failureBefore : undefined;
  }

  /** Asks, unless this was asked last; undefined: nothing is wanted any more. */
  ask(request: ApiRequest | undefined): void {
    const target = request && targetOf(request);
    if (target === this.#target) return;
    this.#abort.abort();
    this.#target = target;
    if (request === undefined) this.#become({ state: 'none' });
    else void this.#send(request);
  }

  /** Lets the next `ask` ask whatever was asked before. */
  forget(): void {
    this.#target = undefined;
  }

  async #send(request: ApiRequest): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#become({ state: 'asking', before: this.data, failureBefore: this.failure });
    try {
      const outcome = await this.#sender.send(request, abort.signal);
      if (abort.signal.aborted) return;
      this.#become(
        outcome.failure === undefined
          ? {
              state: 'found',
              data: outcome.body.data as Data,
              isTruncated: outcome.body.truncated === true,
            }
          : { state: 'failed', failure: outcome.failure },
      );
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
  }

  #become(result: Result<Data>): void {
    this.result = result;
    this.#changed();
  }
}
