const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** More is believed of nobody: a clock may be wrong, and someone waits. */
const LONGEST_TOLD_MS = 600_000;

/** Knows when a service that failed may be asked again: later each time, or when it says. */
export class Patience {
  #failures = 0;
  /** By a clock that nobody sets. */
  #until = 0;

  /** @returns 0 when it may be asked now */
  get pauseMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  failed(retryAfterSeconds = 0): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    // Not all pages at once.
    const spreadMs = pauseMs * (0.5 + Math.random() / 2);
    const toldMs = Math.min(retryAfterSeconds * 1_000, LONGEST_TOLD_MS);
    this.#until = performance.now() + Math.max(toldMs, spreadMs);
  }
}
