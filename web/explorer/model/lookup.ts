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

/** Looks up one thing after another. The answer to an earlier request is dropped. */
export class Lookup<Data> {
  readonly #sender: Sender;
  readonly #changed: (result: Result<unknown>) => void;
  #target: string | undefined;
  #place: string | undefined;
  #abort = new AbortController();
  result: Result<Data> = { state: 'none' };

  /** @param changed is called whenever the result changes */
  constructor(sender: Sender, changed: (result: Result<unknown>) => void) {
    this.#sender = sender;
    this.#changed = changed;
  }

  /** The latest data, also while the same place is looked up again. */
  get data(): Data | undefined {
    if (this.result.state === 'found') return this.result.data;
    return this.result.state === 'asking' ? this.result.before : undefined;
  }

  /** The latest failure, also while the request is retried. */
  get failure(): Failure | undefined {
    if (this.result.state === 'failed') return this.result.failure;
    return this.result.state === 'asking' ? this.result.failureBefore : undefined;
  }

  /** Sends a request unless it is the latest one. Undefined clears the result. */
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

  /** Makes the next `ask` send its request even if it is the latest one. */
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

/** Returns the place of a request, empty for requests without a place. */
function placeOf({ query: { lat = '', lng = '' } }: ApiRequest): string {
  return `${lat},${lng}`;
}
