const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** Tries again what has failed for now: at once when the network is back, else ever later. */
export class Retries {
  readonly #again: () => void;
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(again: () => void) {
    this.#again = again;
  }

  /** @param atLeastSeconds as the service asks for */
  schedule(atLeastSeconds: number | undefined): void {
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(this.#waitMs, (atLeastSeconds ?? 0) * 1_000);
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
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
