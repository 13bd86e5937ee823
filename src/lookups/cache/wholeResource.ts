import { shareRun } from '../../concurrency.js';
import { shared } from '../../observe/elasticsearch.js';
import type { Read, Snapshot } from '../../search/live.js';

/** Caches what is read of all documents of a resource, for the latest generation. */
export class WholeResource<Value extends object> {
  readonly #resource: Read;
  readonly #reads: readonly Read[];
  readonly #read: (index: string, live: Snapshot) => Promise<Value>;
  #latest: { readonly version: string; readonly value: Value } | undefined;
  /** Read through the alias while the live generation was unknown. */
  #unversioned: { readonly readAtMs: number; readonly value: Value } | undefined;
  /** Keyed by version, and by undefined while the version is unknown. */
  readonly #underWay = new Map<string | undefined, Promise<Value>>();

  /**
   * @param read reads all documents of an index
   * @param validMs the time in which a value is used that was read while the live generation was unknown
   */
  constructor(
    resource: Read,
    read: (index: string, live: Snapshot) => Promise<Value>,
    readonly validMs = 0,
  ) {
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
   * Returns the value, read once for each generation, or once in `validMs` while that is unknown. All callers share the read, so it takes the turn of none of their tokens.
   * @throws {ApiError}
   */
  async find(live: Snapshot): Promise<Value> {
    const version = live.version(this.#reads);
    const now = performance.now();
    const recent = this.#unversioned;
    if (version === undefined && recent && now - recent.readAtMs < this.validMs)
      return recent.value;
    const run = async () => {
      const value = await shared(() => this.#read(live.index(this.#resource), live));
      if (version === undefined) this.#unversioned = { readAtMs: now, value };
      else this.#latest = { version, value };
      return value;
    };
    return this.get(live) ?? shareRun(this.#underWay, version, run);
  }
}
