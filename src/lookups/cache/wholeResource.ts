import { shareRun } from '../../concurrency.js';
import type { Read, Snapshot } from '../../search/live.js';

/** Caches what is read of all documents of a resource, for the latest generation. */
export class WholeResource<Value extends object> {
  readonly #resource: Read;
  readonly #reads: readonly Read[];
  readonly #read: (index: string, live: Snapshot) => Promise<Value>;
  #latest: { readonly version: string; readonly value: Value } | undefined;
  /** Keyed by version, and by undefined while the version is unknown. */
  readonly #underWay = new Map<string | undefined, Promise<Value>>();

  /** @param read reads all documents of an index */
  constructor(resource: Read, read: (index: string, live: Snapshot) => Promise<Value>) {
    this.#resource = resource;
    this.#reads = [resource];
    this.#read = read;
  }

  /** Returns the value; undefined if it is not cached. */
  get(live: Snapshot): Value | undefined {
    const version = live.version(this.#reads);
    return version !== undefined && version === this.#latest?.version
      ? this.#latest.value
      : undefined;
  }

  /** Returns the value of the latest known generation, however long ago; undefined if none was known yet. */
  protected get latest(): Value | undefined {
    return this.#latest?.value;
  }

  /**
   * Returns the value, read once for each generation. Concurrent callers share one request, also
   * while the live generation is unknown.
   * @throws {ApiError}
   */
  async find(live: Snapshot): Promise<Value> {
    const version = live.version(this.#reads);
    const run = async () => {
      const value = await this.#read(live.index(this.#resource), live);
      if (version !== undefined) this.#latest = { version, value };
      return value;
    };
    return this.get(live) ?? shareRun(this.#underWay, version, run);
  }
}
