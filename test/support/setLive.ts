import type { Read, Snapshot } from '../../src/search/live.js';

/** Stands in for `Live`: the test sets the live generation of all resources. */
export class SetLive {
  readonly unknown: Snapshot = { index: ({ resource }) => resource, version: () => undefined };
  /** Undefined while it is unknown. */
  generation: string | undefined;

  constructor(generation?: string) {
    this.generation = generation;
  }

  now(): Snapshot {
    const { generation } = this;
    if (generation === undefined) return this.unknown;
    return {
      index: ({ resource }: Read) => `${resource}-${generation}`,
      version: () => generation,
    };
  }
}
