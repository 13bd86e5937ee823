import { estimateBytes, VersionedCache } from './versionedCache.js';

/** The cached values of some ids, and the ids that must be searched for. */
export interface CachedDocuments<Value> {
  /** Null means that no document has this id. */
  readonly found: Map<string, Value | null>;
  readonly missing: string[];
}

const ENTRY_OBJECT_BYTES = 60;

/** Caches documents by id, so that a lookup of many ids searches only for those not cached. */
export class DocumentCache {
  readonly #entries: VersionedCache<{ readonly value: unknown }>;

  constructor(maxBytes: number) {
    this.#entries = new VersionedCache('documents', maxBytes);
  }

  /**
   * Splits ids into cached and missing ones.
   * @param kind all values of one kind have one type
   */
  get<Value>(
    version: string | undefined,
    kind: string,
    ids: readonly string[],
  ): CachedDocuments<Value> {
    const found = new Map<string, Value | null>();
    const missing: string[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(version, `${kind} ${id}`);
      if (entry === undefined) missing.push(id);
      else found.set(id, entry.value as Value | null);
    }
    return { found, missing };
  }

  /**
   * Adds the values of the missing ids, and caches them.
   * @param bytesOf estimates the memory of the value of an id; by its JSON when absent
   */
  put<Value>(
    version: string | undefined,
    kind: string,
    { found, missing }: CachedDocuments<Value>,
    valueOf: (id: string) => Value | null,
    bytesOf = (id: string): number => estimateBytes(valueOf(id)),
  ): void {
    for (const id of missing) {
      const value = valueOf(id);
      found.set(id, value);
      if (version === undefined) continue;
      const bytes = ENTRY_OBJECT_BYTES + bytesOf(id);
      this.#entries.set(version, `${kind} ${id}`, { value }, bytes);
    }
  }
}
