import { countries } from '../../indices/countries.js';
import type { Snapshot } from '../store/live.js';
import type { Search } from '../store/search.js';
import { allCountries, type NamedCountry } from './queries.js';

export const READS = [countries];

type ById = ReadonlyMap<string, NamedCountry>;

/** All countries of the live generation, with their names in all languages: some 250. */
export class CountryDocuments {
  readonly #search: Search;
  #loaded: { readonly version: string; readonly byId: ById } | undefined;
  #loading: { readonly version: string; readonly byId: Promise<ById> } | undefined;

  constructor(search: Search) {
    this.#search = search;
  }

  /** Returns them if they are there. */
  recall(live: Snapshot): ById | undefined {
    const loaded = this.#loaded;
    return loaded !== undefined && loaded.version === live.version(READS) ? loaded.byId : undefined;
  }

  /**
   * Returns them, read once for each generation; undefined while it is not known which is live.
   * @throws {ApiError}
   */
  async find(live: Snapshot): Promise<ById | undefined> {
    const version = live.version(READS);
    if (version === undefined) return undefined;
    if (this.#loaded?.version === version) return this.#loaded.byId;
    if (this.#loading?.version !== version)
      this.#loading = { version, byId: this.#read(live.index(countries)) };
    const { byId } = this.#loading;
    try {
      const read = await byId;
      this.#loaded = { version, byId: read };
      return read;
    } catch (error) {
      // Whoever comes next tries again.
      this.#loading = undefined;
      throw error;
    }
  }

  async #read(index: string): Promise<ById> {
    const hits = await this.#search<NamedCountry>(index, allCountries(), 'short');
    return new Map(hits.map(({ _id, _source }) => [_id, _source]));
  }
}
