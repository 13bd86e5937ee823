const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Longer delays of the service are not trusted, because a clock may be wrong. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** Schedules retries with a growing delay. */
export class Retries {
  readonly #retry: () => void;
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;

  constructor(retry: () => void) {
    this.#retry = retry;
  }

  /** @param atLeastSeconds from `Retry-After`. The longest delay of all failures counts. */
  schedule(atLeastSeconds = 0): void {
    const minimumMs = Math.min(atLeastSeconds * 1_000, LONGEST_RETRY_AFTER_MS);
    const isWaiting = this.#timer !== undefined;
    const waitMs = isWaiting ? minimumMs : Math.max(minimumMs, this.#waitMs);
    const dueMs = performance.now() + waitMs;
    if (isWaiting && dueMs <= this.#dueMs) return;
    if (!isWaiting) this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
    this.#dueMs = dueMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), waitMs);
  }

  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#retry();
  }

  /** Called when no lookup fails. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waitMs = FIRST_WAIT_MS;
  }
}
