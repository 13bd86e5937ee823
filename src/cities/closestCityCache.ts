import type { CellOutline } from '../../core/geo/cell.js';
import { nearestSomewhere, tieKm } from '../../core/geo/nearestSomewhere.js';
import { distanceKm, type Point, pointOf } from '../../core/geo/point.js';
import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { CellCache } from '../lookups/cache/cells.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Search } from '../search/search.js';
import { type CitySummary, type CityChoice, findWithin } from './queries.js';

/** The resources that a closest city depends on. */
export const CLOSEST_CITY_READS = [countries, cities];

/** The location of a city. */
interface LocatedCity {
  readonly id: string;
  readonly location: Point;
}

const MAX_CANDIDATES = 64;
/** A short search returns up to 500 hits. Most cities around a cell are nowhere in it the closest. */
const MAX_AROUND = 499;
const CELL_BYTES = 200;
const CANDIDATE_BYTES = 160;
/** Limits the searches beside the answers. A batch asks for many cells at once. */
const MAX_FILLING_OF_BATCHES = 2;
const MAX_FILLING = 16;

/** Caches for each cell the cities that may be the closest one at some point of it. */
export class ClosestCityCache {
  readonly #search: Search;
  readonly #cells: CellCache<readonly LocatedCity[]>;

  constructor(search: Search, maxBytes: number) {
    this.#search = search;
    this.#cells = new CellCache('closest_cities', maxBytes);
  }

  /** Returns the id of the closest city; null if there is none; undefined on a cache miss. */
  get(choice: CityChoice, point: Point, live: Snapshot): string | null | undefined {
    const candidates = this.#cells.at(
      live.version(CLOSEST_CITY_READS),
      point,
      subjectOf(choice),
    )?.value;
    return candidates && closestOf(candidates, point);
  }

  /**
   * Fills a cell around a point.
   * @param closest the location of the closest city at that point, if there is one
   */
  async fill(
    choice: CityChoice,
    point: Point,
    closest: Point | null | undefined,
    live: Snapshot,
    expectation?: Expectation,
  ): Promise<void> {
    const cell = this.#cells.at(live.version(CLOSEST_CITY_READS), point, subjectOf(choice));
    if (cell === undefined || cell.value !== undefined) return;
    if (closest === undefined || closest === null) {
      this.#cells.set(cell, [], CELL_BYTES);
      return;
    }
    const maxFilling = expectation === 'batch' ? MAX_FILLING_OF_BATCHES : MAX_FILLING;
    const outline = this.#cells.outlineToFill(cell, maxFilling);
    if (outline === undefined) return;
    const closestKm = distanceKm(point, closest);
    const found = await this.#cells.whileFilling(cell, () => this.#candidates(outline, choice, closestKm, live)); // prettier-ignore
    this.#cells.set(cell, found, CELL_BYTES + CANDIDATE_BYTES * (found?.length ?? 0));
  }

  /**
   * Finds the candidates of a cell; undefined if there are too many. The city closest to the point is
   * at most the cell's diameter farther from any other point of the cell. So the closest city of every
   * point lies within that distance, the diameter and the radius of the centre.
   */
  async #candidates(
    outline: CellOutline,
    choice: CityChoice,
    closestKm: number,
    live: Snapshot,
  ): Promise<readonly LocatedCity[] | undefined> {
    const reachKm = closestKm + (3 * outline.radiusMeters) / 1_000;
    const radiusKm = reachKm + tieKm(reachKm);
    const body = findWithin(choice, outline.centre, radiusKm, MAX_AROUND + 1);
    const hits = await this.#search<CitySummary>(live.index(cities), body, 'short');
    if (hits.length > MAX_AROUND) return undefined;
    const around = hits.map(({ _id, _source }) => ({
      id: _id,
      location: pointOf(_source.location),
    }));
    const candidates = nearestSomewhere(around, outline);
    return candidates.length > MAX_CANDIDATES ? undefined : candidates;
  }
}

/** Returns the closest city; undefined for a tie, which only Elasticsearch decides as always. */
function closestOf(candidates: readonly LocatedCity[], point: Point): string | null | undefined {
  let closest: string | null = null;
  let nearestKm = Infinity;
  let secondKm = Infinity;
  for (const { id, location } of candidates) {
    const distance = distanceKm(point, location);
    if (distance < nearestKm) {
      secondKm = nearestKm;
      nearestKm = distance;
      closest = id;
    } else if (distance < secondKm) secondKm = distance;
  }
  return secondKm - nearestKm <= tieKm(nearestKm) ? undefined : closest;
}

function subjectOf({ countryIds, primaryOnly }: CityChoice): string {
  return `${primaryOnly} ${countryIds.join()}`;
}
