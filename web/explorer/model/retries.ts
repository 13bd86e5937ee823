const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** More is believed of nobody: a clock may be wrong, and timers cannot count for ever. */
const LONGEST_TOLD_MS = 600_000;

/** Tries again what has failed for now: at once when the network is back, else ever later. */
export class Retries {
  readonly #again: () => void;
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;

  constructor(again: () => void) {
    this.#again = again;
  }

  /** @param atLeastSeconds as the service asks for: all that has failed waits for the last of it */
  schedule(atLeastSeconds = 0): void {
    const toldMs = Math.min(atLeastSeconds * 1_000, LONGEST_TOLD_MS);
    const isWaiting = this.#timer !== undefined;
    const waitMs = isWaiting ? toldMs : Math.max(toldMs, this.#waitMs);
    const dueMs = performance.now() + waitMs;
    if (isWaiting && dueMs <= this.#dueMs) return;
    if (!isWaiting) this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
    this.#dueMs = dueMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.now();
    }, waitMs);
  }

  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#again();
  }

  /** All is well. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waitMs = FIRST_WAIT_MS;
  }
}
