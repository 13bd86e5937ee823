import type { NoSuchIndex } from '../../src/errors.js';
import type { Read, Snapshot } from '../../src/search/live.js';

/** Stands in for `Live`: the test sets the live generation of all resources. */
export class SetLive {
  readonly unknown: Snapshot = { index: ({ resource }) => resource, version: () => undefined };
  /** Undefined while it is unknown. */
  generation: string | undefined;

  constructor(generation?: string) {
    this.generation = generation;
  }

  explain(error: NoSuchIndex): NoSuchIndex {
    return error;
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
