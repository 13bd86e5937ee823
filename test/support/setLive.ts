import type { Read, Snapshot } from '../../src/search/live.js';

/** Stands in for `Live` where a test itself says what is live: one generation of everything. */
export class SetLive {
  readonly unknown: Snapshot = { index: ({ resource }) => resource, version: () => undefined };
  refreshes = 0;
  #known = this.unknown;

  constructor(generation?: string) {
    this.generation = generation;
  }

  /** Undefined: nothing is known. */
  set generation(generation: string | undefined) {
    this.#known =
      generation === undefined
        ? this.unknown
        : {
            index: ({ resource }: Read) => `${resource}-${generation}`,
            version: () => generation,
          };
  }

  now(): Snapshot {
    return this.#known;
  }

  refresh(): Promise<void> {
    this.refreshes += 1;
    return Promise.resolve();
  }
}
