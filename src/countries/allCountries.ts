import { countries } from '../../indices/countries.js';
import { shareRun } from '../concurrency.js';
import type { Snapshot } from '../search/live.js';
import type { Search } from '../search/search.js';
import { findAll, type StoredCountry, withDerived } from './queries.js';

/** All countries by their ids. */
export type CountriesById = ReadonlyMap<string, StoredCountry>;

const READS = [countries];

/** Caches all countries with their names in all languages: about 250 documents. */
export class AllCountries {
  readonly #search: Search;
  #latest: { readonly version: string; readonly byId: CountriesById } | undefined;
  /** Keyed by version, and by undefined while the version is unknown. */
  readonly #underWay = new Map<string | undefined, Promise<CountriesById>>();

  constructor(search: Search) {
    this.#search = search;
  }

  /** Returns the countries; undefined if they are not cached. */
  get(live: Snapshot): CountriesById | undefined {
    const version = live.version(READS);
    return version !== undefined && version === this.#latest?.version
      ? this.#latest.byId
      : undefined;
  }

  /**
   * Returns the countries, read once for each generation. Concurrent callers share one request, also
   * while the live generation is unknown.
   * @throws {ApiError}
   */
  async find(live: Snapshot): Promise<CountriesById> {
    const version = live.version(READS);
    const run = () => this.#read(live, version);
    return this.get(live) ?? shareRun(this.#underWay, version, run);
  }

  async #read(live: Snapshot, version: string | undefined): Promise<CountriesById> {
    const index = live.index(countries);
    const hits = await this.#search<StoredCountry>(index, findAll(), 'short');
    const byId = new Map(hits.map((hit) => [hit._id, withDerived(hit)]));
    if (version !== undefined) this.#latest = { version, byId };
    return byId;
  }
}
