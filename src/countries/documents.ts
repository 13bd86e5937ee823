import { compact, partition, sortBy } from 'es-toolkit/array';
import { countries } from '../../indices/countries.js';
import type { Territory } from '../lookups/cache/territories.js';
import type { Snapshot } from '../search/live.js';
import type { CountryAt } from '../search/borders.js';
import type { Search } from '../search/search.js';
import type { FindAll, FindByLocation } from './params.js';
import { type Country, presentCountry } from './present.js';
import { allCountries, type NamedCountry } from './queries.js';

export const READS = [countries];

export type ById = ReadonlyMap<string, NamedCountry>;

/** All countries of the live generation, with their names in all languages: some 250. */
export class CountryDocuments {
  readonly #search: Search;
  #loaded: { readonly version: string; readonly byId: ById } | undefined;
  #loading: { readonly version: string | undefined; readonly byId: Promise<ById> } | undefined;

  constructor(search: Search) {
    this.#search = search;
  }

  /** Returns them if they are there. */
  recall(live: Snapshot): ById | undefined {
    const loaded = this.#loaded;
    return loaded !== undefined && loaded.version === live.version(READS) ? loaded.byId : undefined;
  }

  /**
   * Returns them, read once for each generation; while it is not known which is live, once for all
   * who ask at the same time.
   * @throws {ApiError}
   */
  async find(live: Snapshot): Promise<ById> {
    const version = live.version(READS);
    if (version !== undefined && this.#loaded?.version === version) return this.#loaded.byId;
    if (this.#loading === undefined || this.#loading.version !== version)
      this.#loading = { version, byId: this.#read(live.index(countries)) };
    const loading = this.#loading;
    try {
      const byId = await loading.byId;
      if (version !== undefined) this.#loaded = { version, byId };
      return byId;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  async #read(index: string): Promise<ById> {
    const hits = await this.#search<NamedCountry>(index, allCountries(), 'short');
    return new Map(hits.map(({ _id, _source }) => [_id, _source]));
  }
}

/** Lists all, or a page of them, in the alphabetical order of the language. */
export function listAll(known: ById, { limit, offset, primaryOnly, language }: FindAll): Country[] {
  const { compare } = new Intl.Collator(language);
  return [...known.values()]
    .filter(({ primary }) => primary || !primaryOnly)
    .map((country) => presentCountry(country, language))
    .sort((one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1))
    .slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Lists the countries of a territory: those that hold it, the smallest first, then the nearby ones. */
export function listAt(
  territory: Territory,
  known: ById,
  { primaryOnly, language }: FindByLocation,
): Country[] {
  const named = ({ id }: CountryAt): NamedCountry[] => compact([known.get(id)]);
  const [inside, nearby] = partition(territory.countries, ({ isInside }) => isInside);
  return [...sortBy(inside.flatMap(named), ['area_km2']), ...nearby.flatMap(named)]
    .filter(({ primary }) => primary || !primaryOnly)
    .map((country) => presentCountry(country, language));
}
