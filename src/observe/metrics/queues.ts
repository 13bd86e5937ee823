import { Distribution, durations } from './durations.js';

/** Documents, searches or tokens in one request to Elasticsearch. */
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Counts what waits for its turn to be sent to Elasticsearch, and what goes together. */
export class QueueCounts {
  readonly batches = new Distribution(BATCH_BOUNDS);
  readonly waits = durations();
  readonly #lengths: (() => number)[] = [];

  /** Tells how many wait. */
  measure(length: () => number): void {
    this.#lengths.push(length);
  }

  get length(): number {
    return this.#lengths.reduce((sum, length) => sum + length(), 0);
  }
}
