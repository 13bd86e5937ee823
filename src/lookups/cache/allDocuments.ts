import type { Read, Snapshot } from '../../search/live.js';

/** All documents of a resource by their ids. */
export type ById<Document> = ReadonlyMap<string, Document>;

/** Caches all documents of the live generation of a small resource. */
export class AllDocuments<Document> {
  readonly #reads: readonly Read[];
  readonly #load: (live: Snapshot) => Promise<ById<Document>>;
  #loaded: { readonly version: string; readonly byId: ById<Document> } | undefined;
  #loading:
    { readonly version: string | undefined; readonly byId: Promise<ById<Document>> } | undefined;

  constructor(resource: Read, load: (live: Snapshot) => Promise<ById<Document>>) {
    this.#reads = [resource];
    this.#load = load;
  }

  /** Returns the documents; undefined if they are not cached. */
  get(live: Snapshot): ById<Document> | undefined {
    const loaded = this.#loaded;
    return loaded !== undefined && loaded.version === live.version(this.#reads)
      ? loaded.byId
      : undefined;
  }

  /**
   * Returns the documents, read once for each generation. Concurrent callers share one request, also
   * while the live generation is unknown.
   * @throws {ApiError}
   */
  async find(live: Snapshot): Promise<ById<Document>> {
    const cached = this.get(live);
    if (cached !== undefined) return cached;
    const version = live.version(this.#reads);
    if (this.#loading === undefined || this.#loading.version !== version)
      this.#loading = { version, byId: this.#load(live) };
    const loading = this.#loading;
    try {
      const byId = await loading.byId;
      if (version !== undefined) this.#loaded = { version, byId };
      return byId;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }
}
