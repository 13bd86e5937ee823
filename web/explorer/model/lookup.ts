import { Latest } from '../../shared/typing.js';
import type { Failure } from '../api/failures.js';
import { type ApiRequest, targetOf } from '../api/requests.js';
import type { Outcome } from '../api/sender.js';

type Send = (request: ApiRequest, signal: AbortSignal) => Promise<Outcome>;

/** Looks up one thing after another. The answer to an earlier request is dropped. */
export class Lookup<Data> {
  readonly #send: Send;
  readonly #changed: (lookup: Lookup<unknown>) => void;
  readonly #latest = new Latest();
  #target: string | undefined;
  #place: string | undefined;
  /** The latest data, also while the same place is looked up again. */
  data: Data | undefined;
  /** More would have been found without the limit of the service. */
  isTruncated = false;
  /** The latest failure, also while the request is retried. */
  failure: Failure | undefined;
  isAsking = false;

  /** @param changed is called whenever the result changes */
  constructor(send: Send, changed: (lookup: Lookup<unknown>) => void) {
    this.#send = send;
    this.#changed = changed;
  }

  /** Sends a request unless it is the latest one. Undefined clears the result. */
  ask(request: ApiRequest | undefined): void {
    const target = request && targetOf(request);
    if (target === this.#target) return;
    this.#target = target;
    const place = request && placeOf(request);
    if (place !== this.#place) this.data = undefined;
    this.#place = place;
    if (request !== undefined) void this.#ask(request);
    else {
      this.#latest.cancel();
      this.isAsking = false;
      this.failure = undefined;
      this.#changed(this);
    }
  }

  /** Makes the next `ask` count as another one, even if it is the latest. */
  forget(): void {
    // No request has an empty target.
    this.#target = '';
  }

  /** Drops the data, which another token may not read. */
  clear(): void {
    this.forget();
    this.data = undefined;
  }

  async #ask(request: ApiRequest): Promise<void> {
    this.isAsking = true;
    this.#changed(this);
    const outcome = await this.#latest.run(0, (signal) => this.#send(request, signal));
    if (outcome === undefined) return;
    this.isAsking = false;
    this.failure = outcome.failure;
    // Old data is better than none while the service cannot be reached.
    if (outcome.failure?.isTemporary !== true) {
      const { data, truncated } = outcome.failure === undefined ? outcome.body : {};
      this.data = data as Data | undefined;
      this.isTruncated = truncated === true;
    }
    this.#changed(this);
  }
}

/** Returns what a request is about. Data about something else is not shown for it. */
function placeOf({ query }: ApiRequest): string {
  const { lat, lng, season, radius } = query;
  return String([lat, lng, season, radius]);
}
