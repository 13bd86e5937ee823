import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { type CachedCity, cityKind, EMPTY_CITY, toCachedCity } from '../cities/present.js';
import * as queries from '../cities/queries.js';
import { ClosestCities } from '../lookups/cache/closestCities.js';
import type { DocumentCache } from '../lookups/cache/documents.js';
import type { TerritoryCache } from '../lookups/cache/territories.js';
import type { PointLookup } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Search } from '../search/search.js';

const CITIES = [cities];
/** The resources that a closest city depends on. */
export const CLOSEST_CITY_READS = [countries, cities];

const NO_CITY: CachedCity = { city: EMPTY_CITY, primary: false, timeZone: null };

interface Caches {
  readonly territories: TerritoryCache;
  readonly documents: DocumentCache;
  /** The memory for the closest cities of cells. */
  readonly closestCitiesBytes: number;
}

/** Finds the closest city in the countries that hold a point; the empty city if there is none. */
export class ClosestCityFinder {
  readonly #search: Search;
  readonly #territories: TerritoryCache;
  readonly #documents: DocumentCache;
  readonly #closestCities: ClosestCities;

  constructor(search: Search, { territories, documents, closestCitiesBytes }: Caches) {
    this.#search = search;
    this.#territories = territories;
    this.#documents = documents;
    this.#closestCities = new ClosestCities(
      async ({ countryIds, primaryOnly }, centre, radiusKm, max, live) => {
        const body = queries.findWithin(countryIds, centre, radiusKm, primaryOnly, max);
        const hits = await search<queries.CitySummary>(live.index(cities), body, 'short');
        return hits.map(({ _id: id, _source: { location } }) => ({
          id,
          location: { latitude: location[1], longitude: location[0] },
        }));
      },
      CLOSEST_CITY_READS,
      closestCitiesBytes,
    );
  }

  /** Returns the city; undefined on a cache miss. */
  get({ point, primaryOnly, language }: PointLookup, live: Snapshot): CachedCity | undefined {
    const countryIds = this.#territories.get(point, live)?.decidingIds;
    if (countryIds?.length === 0) return NO_CITY;
    const id = countryIds && this.#closestCities.get({ countryIds, primaryOnly }, point, live);
    if (id === undefined) return undefined;
    if (id === null) return NO_CITY;
    const version = live.version(CITIES);
    return this.#documents.get<CachedCity>(version, cityKind(language), [id]).found.get(id) ?? undefined; // prettier-ignore
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
    const body = queries.findClosest(countryIds, lookup);
    const [hit] = await this.#search<queries.CitySummary>(live.index(cities), body, expectation);
    const closest = hit && toCachedCity(hit, language);
    const missing = { found: new Map<string, CachedCity | null>(), missing: hit ? [hit._id] : [] };
    const version = live.version(CITIES);
    this.#documents.put(version, cityKind(language), missing, () => closest ?? null);
    const location = closest?.city.latlng ?? undefined;
    // In the background. If it fails, the next lookup of this cell tries again.
    this.#closestCities
      .fill({ countryIds, primaryOnly }, point, location, live, expectation)
      .catch(() => undefined);
    return closest ?? NO_CITY;
  }
}
