import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { DEFAULT_LANGUAGE } from '../../indices/languages.js';
import { idQuery, type Stores } from '../lookups/answering.js';
import type { PointLookup } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation } from '../search/search.js';
import { CitiesByCountry } from './citiesByCountry.js';
import { type CachedCity, cityKind, EMPTY_CITY, toCachedCity } from './present.js';
import * as queries from './queries.js';

/** The resources that a closest city depends on. */
export const CLOSEST_CITY_READS = [countries, cities];
const CITIES = [cities];

export const NO_CITY: CachedCity = { city: EMPTY_CITY, primary: false, timeZone: null };

/** Finds the closest city in the countries that hold a point; the empty city if there is none. */
export class ClosestCityFinder {
  readonly #stores: Stores;
  readonly #byCountry: CitiesByCountry;

  /** @param maxBytes the memory for the cities of countries */
  constructor(stores: Stores, maxBytes: number) {
    this.#stores = stores;
    this.#byCountry = new CitiesByCountry(stores.search, maxBytes);
  }

  /** Returns the city; undefined on a cache miss. */
  get(lookup: PointLookup, live: Snapshot): CachedCity | undefined {
    const { territories } = this.#stores;
    const countryIds = territories.get(lookup.point, live)?.decidingIds;
    const city = countryIds && this.#closest(lookup, countryIds, live);
    return city && this.#inLanguage(city, lookup, live);
  }

  /** @throws {ApiError} */
  async find(
    lookup: PointLookup,
    countryIds: readonly string[],
    live: Snapshot,
    expectation?: Expectation,
  ): Promise<CachedCity> {
    const { language } = lookup;
    const { search, documents } = this.#stores;
    const closest = this.#closest(lookup, countryIds, live);
    const cached = closest && this.#inLanguage(closest, lookup, live);
    if (cached !== undefined) return cached;
    const body = closest
      ? { ...idQuery([closest.city.id]), ...queries.summary(language) }
      : queries.findClosest(countryIds, lookup);
    const [hit] = await search<queries.CitySummary>(live.index(cities), body, expectation);
    if (hit === undefined) return NO_CITY;
    const city = toCachedCity(hit, language);
    const missing = { found: new Map<string, CachedCity | null>(), missing: [hit._id] };
    documents.put(live.version(CITIES), cityKind(language), missing, () => city);
    return city;
  }

  /** Returns the city in the default language; undefined if a search must decide. */
  #closest(
    { point, primaryOnly }: PointLookup,
    countryIds: readonly string[],
    live: Snapshot,
  ): CachedCity | undefined {
    if (countryIds.length === 0) return NO_CITY;
    const found = this.#byCountry.closest({ countryIds, primaryOnly }, point, live);
    return found === null ? NO_CITY : found;
  }

  /** Returns a city in the language of the lookup; undefined if it is not cached. */
  #inLanguage(
    closest: CachedCity,
    { language }: PointLookup,
    live: Snapshot,
  ): CachedCity | undefined {
    if (language === DEFAULT_LANGUAGE || closest === NO_CITY) return closest;
    const version = live.version(CITIES);
    const { id } = closest.city;
    return this.#stores.documents.get<CachedCity>(version, cityKind(language), [id]).found.get(id) ?? undefined; // prettier-ignore
  }
}
