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
  | Failed;

export interface Failed {
  readonly state: 'failed';
  readonly failure: Failure;
}

/** Asks one thing after the other; of an earlier one no answer is taken any more. */
export class Lookup<Data> {
  readonly #sender: Sender;
  readonly #changed: (result: Result<unknown>) => void;
  #target: string | undefined;
  #place: string | undefined;
  #abort = new AbortController();
  result: Result<Data> = { state: 'none' };

  /** @param changed is called whenever the result is another one */
  constructor(sender: Sender, changed: (result: Result<unknown>) => void) {
    this.#sender = sender;
    this.#changed = changed;
  }

  /** The data at hand, also while other about the same place is asked for. */
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
    const place = request && placeOf(request);
    const before = place === this.#place ? this.data : undefined;
    this.#place = place;
    if (request === undefined) this.#become({ state: 'none' });
    else void this.#send(request, before);
  }

  /** Lets the next `ask` ask whatever was asked before. */
  forget(): void {
    this.#target = undefined;
  }

  async #send(request: ApiRequest, before: Data | undefined): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#become({ state: 'asking', before, failureBefore: this.failure });
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
    this.#changed(result);
  }
}

/** Names the place that a request is about; what is about none is about the same. */
function placeOf({ query: { lat = '', lng = '' } }: ApiRequest): string {
  return `${lat},${lng}`;
}
