import { tieKm } from '../../core/geo/nearestSomewhere.js';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { cities } from '../../indices/cities.js';
import { DEFAULT_LANGUAGE } from '../../indices/languages.js';
import { shareRun } from '../concurrency.js';
import { mapInTurns } from '../lookups/answers.js';
import { VersionedCache } from '../lookups/cache/versionedCache.js';
import { traced } from '../observe/elasticsearch.js';
import type { Snapshot } from '../search/live.js';
import type { Hit, Search } from '../search/search.js';
import { packCity, PackedCities } from './packedCities.js';
import { type CachedFoundCity, toCachedCity } from './present.js';
import { type CitySummary, findOfCountry } from './queries.js';

const READS = [cities];
/** The most hits of a short search. */
const PAGE_CITIES = 500;
/** More are not cached, because a country is put into columns in one turn of the event loop. */
const MAX_CITIES = 50_000;
/** A country with more cities than fit into this share of the memory is not cached. */
const LARGEST_SHARE = 1 / 3;
/** The countries that are read at a time. */
const MAX_READING = 4;
/** After a failure, or if the countries exceed the memory together, the next one is read after this time. */
const REST_MS = 5_000;

const pack = (hit: Hit<CitySummary>) => packCity(toCachedCity(hit, DEFAULT_LANGUAGE));

/** Restricts the cities that are compared. */
export interface CityChoice {
  /** The ids of the countries that decide. */
  readonly countryIds: readonly string[];
  readonly primaryOnly: boolean;
}

/**
 * Caches all cities of a country, so that the closest one to any point of it needs no search. Countries are read at
 * their first lookup, in the background.
 */
export class CitiesByCountry {
  readonly #search: Search;
  /** `none` if the country has too many cities. */
  readonly #countries: VersionedCache<PackedCities | 'none'>;
  readonly #maxBytes: number;
  readonly #reading = new Map<string, Promise<PackedCities | 'none'>>();
  #restsUntilMs = 0;
  /** The sum of the bytes that were added for a version. A country that was evicted and read again counts twice. */
  #added = { version: '', bytes: 0 };

  constructor(search: Search, maxBytes: number) {
    this.#search = search;
    this.#countries = new VersionedCache('cities', maxBytes, LARGEST_SHARE);
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the closest city, in the default language; null if there is none. Undefined on a cache miss, and for a
   * tie. A search decides ties.
   */
  closest(
    { countryIds, primaryOnly }: CityChoice,
    point: Point,
    live: Snapshot,
  ): CachedFoundCity | null | undefined {
    const version = live.version(READS);
    const found: { readonly unpack: () => CachedFoundCity; readonly km: number }[] = [];
    for (const id of countryIds) {
      const country = this.#countries.get(version, id);
      if (country === undefined) this.#fill(version, id, live);
      if (country === undefined || country === 'none') return undefined;
      for (const { location, unpack } of country.closest(point, 2, primaryOnly))
        found.push({ unpack, km: distanceKm(point, location) });
    }
    found.sort((a, b) => a.km - b.km);
    const [first, second] = found;
    if (first === undefined) return null;
    const isTie = second !== undefined && second.km - first.km <= tieKm(first.km);
    return isTie ? undefined : first.unpack();
  }

  /** Reads a country in the background. If that fails, a later lookup tries again. */
  #fill(version: string | undefined, id: string, live: Snapshot): void {
    const isResting = this.#reading.size >= MAX_READING || performance.now() < this.#restsUntilMs;
    const key = `${version} ${id}`;
    if (version === undefined || this.#maxBytes < 1 || isResting || this.#reading.has(key)) return;
    const read = () => traced([], () => this.#read(live.index(cities), id));
    shareRun(this.#reading, key, read)
      .then((country) => {
        this.#add(version, id, country);
      })
      .catch(() => {
        this.#restsUntilMs = performance.now() + REST_MS;
      });
  }

  #add(version: string, id: string, country: PackedCities | 'none'): void {
    const bytes = country === 'none' ? 0 : country.bytes;
    const isAdded = this.#countries.set(version, id, country, bytes);
    // A country that is too large for the cache would be read again for each lookup.
    if (!isAdded) this.#countries.set(version, id, 'none', 0);
    const before = this.#added.version === version ? this.#added.bytes : 0;
    this.#added = { version, bytes: before + bytes };
    if (this.#added.bytes > this.#maxBytes) this.#restsUntilMs = performance.now() + REST_MS;
  }

  async #read(index: string, id: string): Promise<PackedCities | 'none'> {
    const read: ReturnType<typeof packCity>[] = [];
    for (let after: string | undefined; ;) {
      const body = findOfCountry(id, PAGE_CITIES, after);
      const hits = await this.#search<CitySummary>(index, body, 'short');
      read.push(...(await mapInTurns(hits, pack)));
      after = hits.at(-1)?._id;
      if (read.length > MAX_CITIES) return 'none';
      if (hits.length < PAGE_CITIES) return new PackedCities(read);
    }
  }
}
