import { cities } from '../../indices/cities.js';
import type { Stores } from '../lookups/answering.js';
import type { PointLookup } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation } from '../search/search.js';
import { ClosestCityCache } from './closestCityCache.js';
import { type CachedCity, cityKind, EMPTY_CITY, toCachedCity } from './present.js';
import * as queries from './queries.js';

const CITIES = [cities];

export const NO_CITY: CachedCity = { city: EMPTY_CITY, primary: false, timeZone: null };

/** Finds the closest city in the countries that hold a point; the empty city if there is none. */
export class ClosestCityFinder {
  readonly #stores: Stores;
  readonly #cache: ClosestCityCache;

  /** @param maxBytes the memory for the closest cities of cells */
  constructor(stores: Stores, maxBytes: number) {
    this.#stores = stores;
    this.#cache = new ClosestCityCache(stores.search, maxBytes);
  }

  /** Returns the city; undefined on a cache miss. */
  get({ point, primaryOnly, language }: PointLookup, live: Snapshot): CachedCity | undefined {
    const { territories, documents } = this.#stores;
    const countryIds = territories.get(point, live)?.decidingIds;
    if (countryIds?.length === 0) return NO_CITY;
    const id = countryIds && this.#cache.get({ countryIds, primaryOnly }, point, live);
    if (id === undefined) return undefined;
    if (id === null) return NO_CITY;
    const version = live.version(CITIES);
    return documents.get<CachedCity>(version, cityKind(language), [id]).found.get(id) ?? undefined;
  }

  /** @throws {ApiError} */
  async find(
    lookup: PointLookup,
    countryIds: readonly string[],
    live: Snapshot,
    expectation?: Expectation,
  ): Promise<CachedCity> {
    if (countryIds.length === 0) return NO_CITY;
    const { point, primaryOnly, language } = lookup;
    const { search, documents } = this.#stores;
    const body = queries.findClosest(countryIds, lookup);
    const [hit] = await search<queries.CitySummary>(live.index(cities), body, expectation);
    const closest = hit && toCachedCity(hit, language);
    const missing = { found: new Map<string, CachedCity | null>(), missing: hit ? [hit._id] : [] };
    documents.put(live.version(CITIES), cityKind(language), missing, () => closest ?? null);
    // In the background. If it fails, the next lookup of this cell tries again.
    this.#cache
      .fill({ countryIds, primaryOnly }, point, closest?.city.latlng, live, expectation)
      .catch(() => undefined);
    return closest ?? NO_CITY;
  }
}
