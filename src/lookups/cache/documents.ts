import type { Read, Snapshot } from '../../search/live.js';
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
   * @param bytesOf estimates the memory of a value; by its JSON when absent
   */
  put<Value>(
    version: string | undefined,
    kind: string,
    { found, missing }: CachedDocuments<Value>,
    valueOf: (id: string) => Value | null,
    bytesOf: (value: Value | null) => number = estimateBytes,
  ): void {
    for (const id of missing) {
      const value = valueOf(id);
      found.set(id, value);
      if (version === undefined) continue;
      const bytes = ENTRY_OBJECT_BYTES + bytesOf(value);
      this.#entries.set(version, `${kind} ${id}`, { value }, bytes);
    }
  }
}

/** All documents of a resource by their ids. */
export type ById<Document> = ReadonlyMap<string, Document>;

interface Loading<Document> {
  readonly promise: Promise<ById<Document>>;
  /** Absent while the documents are read. */
  byId?: ById<Document>;
}

/** Caches all documents of the live generation of a small resource. */
export class AllDocuments<Document> {
  readonly #reads: readonly Read[];
  readonly #load: (live: Snapshot) => Promise<ById<Document>>;
  /** Keyed by the latest version, and by undefined while the version is unknown. */
  readonly #loading = new Map<string | undefined, Loading<Document>>();

  constructor(resource: Read, load: (live: Snapshot) => Promise<ById<Document>>) {
    this.#reads = [resource];
    this.#load = load;
  }

  /** Returns the documents; undefined if they are not cached. */
  get(live: Snapshot): ById<Document> | undefined {
    return this.#loading.get(live.version(this.#reads))?.byId;
  }

  /**
   * Returns the documents, read once for each generation. Concurrent callers share one request, also
   * while the live generation is unknown.
   * @throws {ApiError}
   */
  find(live: Snapshot): Promise<ById<Document>> {
    const version = live.version(this.#reads);
    const running = this.#loading.get(version);
    if (running !== undefined) return running.promise;
    const loading: Loading<Document> = { promise: this.#load(live) };
    for (const earlier of this.#loading.keys())
      if (version !== undefined && earlier !== undefined) this.#loading.delete(earlier);
    this.#loading.set(version, loading);
    const drop = (): void => {
      if (this.#loading.get(version) === loading) this.#loading.delete(version);
    };
    loading.promise.then((byId) => {
      if (version === undefined) drop();
      else loading.byId = byId;
    }, drop);
    return loading.promise;
  }
}
