import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import type { Territories, Territory } from '../kept/territories.js';
import type { Snapshot } from '../store/live.js';
import type { Expectation, Search } from '../store/search.js';
import { ClosestByCell } from './closestByCell.js';
import type { KnownCities, KnownCity } from './known.js';
import type { FindByLocation } from './params.js';
import { EMPTY_CITY } from './present.js';
import { type CitySummary, findClosest } from './queries.js';

export const READS_OF_LOCATION = [countries, cities];

const NONE: KnownCity = { city: EMPTY_CITY, primary: false, timeZone: null };

interface Kept {
  readonly territories: Territories;
  readonly known: KnownCities;
  /** The bytes for the closest cities in cells; undefined: none are kept. */
  readonly closestCities: number | undefined;
}

/** Finds the closest city in the country of a point, for every route that answers with it. */
export class ClosestCities {
  readonly #search: Search;
  readonly #territories: Territories;
  readonly #known: KnownCities;
  readonly #byCell: ClosestByCell;

  constructor(search: Search, { territories, known, closestCities }: Kept) {
    this.#search = search;
    this.#territories = territories;
    this.#known = known;
    this.#byCell = new ClosestByCell(search, READS_OF_LOCATION, closestCities);
  }

  /** Returns it, or the empty city; undefined if Elasticsearch must be asked. */
  recall(lookup: FindByLocation, live: Snapshot): KnownCity | undefined {
    const decidingIds = this.#territories.recallDeciding(lookup.point, live);
    if (decidingIds === undefined) return undefined;
    const closest =
      decidingIds.length === 0 ? 'none' : this.#byCell.recall(lookup, decidingIds, live);
    if (closest === undefined) return undefined;
    if (closest === 'none') return NONE;
    return this.#known.of([closest.id], lookup.language, live).found.get(closest.id) ?? undefined;
  }

  /**
   * Finds it, or the empty city.
   * @param territory that of the point, if the caller has asked for it already
   * @throws {ApiError}
   */
  async find(
    lookup: FindByLocation,
    live: Snapshot,
    expectation?: Expectation,
    territory?: Promise<Territory>,
  ): Promise<KnownCity> {
    const { decidingIds } =
      territory === undefined
        ? { decidingIds: await this.#territories.findDeciding(lookup.point, live) }
        : await territory;
    if (decidingIds.length === 0) return NONE;
    const body = findClosest(decidingIds, lookup);
    const [hit] = await this.#search<CitySummary>(live.index(cities), body, expectation);
    const closest = hit && this.#known.learnOne(hit, lookup.language, live);
    // Nobody waits for it, and the next one who asks there tries again.
    const learning = this.#byCell.learn(lookup, decidingIds, closest?.city, live, expectation);
    void learning.catch(() => undefined);
    return closest ?? NONE;
  }
}
