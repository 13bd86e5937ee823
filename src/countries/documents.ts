import { countries } from '../../indices/countries.js';
import type { Territory } from '../kept/territories.js';
import type { Snapshot } from '../store/live.js';
import type { Expectation, Search } from '../store/search.js';
import type { FindByLocation } from './params.js';
import { type Country, presentCountry } from './present.js';
import { allCountries, type CountrySummary, findByLocation, type NamedCountry } from './queries.js';

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

  /**
   * Finds the countries of a territory, or, while nothing is kept, those at the point of the lookup.
   * @throws {ApiError}
   */
  async findAt(
    findTerritory: () => Promise<Territory>,
    lookup: FindByLocation,
    live: Snapshot,
    expectation: Expectation = 'short',
  ): Promise<Country[]> {
    const known = await this.find(live);
    if (known !== undefined) return listAt(await findTerritory(), known, lookup);
    const index = live.index(countries);
    const hits = await this.#search<CountrySummary>(index, findByLocation(lookup), expectation);
    return hits.map(({ _source }) => presentCountry(_source, lookup.language));
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

/** Lists the countries of a territory. */
export function listAt(
  { countries: found }: Territory,
  known: ById,
  { primaryOnly, language }: FindByLocation,
): Country[] {
  return found
    .map(({ id }) => known.get(id))
    .filter((country) => country !== undefined)
    .filter(({ primary }) => primary || !primaryOnly)
    .map((country) => presentCountry(country, language));
}
