import type { LRUCache } from 'lru-cache';
import { cellAt, cellOutline } from '../../core/geo/cell.js';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { cities } from '../../indices/cities.js';
import { boundedMap } from '../lookups/cache/budget.js';
import { CELL_RESOLUTIONS, isPatient } from '../lookups/cache/territories.js';
import type { Read, Snapshot } from '../search/live.js';
import type { Expectation, Search } from '../search/search.js';
import type { FindByLocation } from './params.js';
import { nearestSomewhere, tieKm } from '../../core/geo/nearestSomewhere.js';
import type { City } from './present.js';
import { type CitySummary, findWithin } from './queries.js';

/** All cities that may be the closest one somewhere in a cell. */
interface Candidates {
  readonly ids: readonly string[];
  /** Latitude and longitude take turns. */
  readonly degrees: readonly number[];
}

/** `seen`: asked once. `crowded`: there are too many; a smaller cell may have fewer. */
type CellState = Candidates | 'seen' | 'crowded';

/** The id of the closest city. `none`: the countries have no city. */
export type ClosestId = { readonly id: string } | 'none';

const NO_CANDIDATES: Candidates = { ids: [], degrees: [] };
const MAX_CANDIDATES = 64;
/** Most of the cities around a cell are the closest one nowhere in it. With one more, a short search. */
const MAX_AROUND = 499;
const CELL_BYTES = 200;
const CANDIDATE_BYTES = 66;
/** A batch brings many cells at once, and shall not ask for each: it takes no more turns than these. */
const MAX_LEARNING_OF_BATCHES = 2;

/**
 * Knows of cells which cities may be the closest one at any of its points. Cells are looked at after
 * an answer, the largest ones when they are asked for the second time.
 */
export class ClosestByCell {
  readonly #search: Search;
  /** By the version of what the answer is made of, the cell, and what is asked. */
  readonly #cells: LRUCache<string, CellState> | undefined;
  readonly #reads: readonly Read[];
  readonly #learning = new Set<string>();

  /**
   * @param reads what the answer is made of
   * @param maxBytes undefined: nothing is kept
   */
  constructor(search: Search, reads: readonly Read[], maxBytes: number | undefined) {
    this.#search = search;
    this.#reads = reads;
    const bytesOf = (state: CellState): number =>
      typeof state === 'string' ? 0 : CELL_BYTES + CANDIDATE_BYTES * state.ids.length;
    if (maxBytes !== undefined) this.#cells = boundedMap(maxBytes, bytesOf, 'closest_cities');
  }

  /** Returns the closest city of countries; undefined where Elasticsearch must be asked. */
  recall(
    lookup: FindByLocation,
    decidingIds: readonly string[],
    live: Snapshot,
  ): ClosestId | undefined {
    const version = live.version(this.#reads);
    if (version === undefined) return undefined;
    for (const resolution of CELL_RESOLUTIONS) {
      const cell = cellAt(lookup.point, resolution);
      const state = this.#cells?.get(keyOf(version, cell, lookup, decidingIds));
      if (state === undefined || state === 'seen') return undefined;
      if (state !== 'crowded') return closestOf(state, lookup.point);
    }
    return undefined;
  }

  /**
   * Learns of a cell around a point.
   * @param closest the answer at that point; undefined: the countries have no city
   */
  async learn(
    lookup: FindByLocation,
    decidingIds: readonly string[],
    closest: City | undefined,
    live: Snapshot,
    expectation?: Expectation,
  ): Promise<void> {
    const version = live.version(this.#reads);
    const cells = this.#cells;
    if (version === undefined || cells === undefined) return;
    for (const resolution of CELL_RESOLUTIONS) {
      const cell = cellAt(lookup.point, resolution);
      const key = keyOf(version, cell, lookup, decidingIds);
      const state = cells.get(key);
      if (state === 'crowded') continue;
      if (state !== undefined && state !== 'seen') return;
      if (closest?.latlng == null) cells.set(key, NO_CANDIDATES);
      else if (state === undefined && isPatient(resolution)) cells.set(key, 'seen');
      else if (expectation === 'batch' && this.#learning.size >= MAX_LEARNING_OF_BATCHES) return;
      else if (!this.#learning.has(key)) {
        this.#learning.add(key);
        try {
          const found = await this.#candidates(cell, lookup, decidingIds, closest.latlng, live);
          cells.set(key, found ?? 'crowded');
        } finally {
          this.#learning.delete(key);
        }
      }
      return;
    }
  }

  /**
   * Finds the candidates of a cell. From any point of it, the city that is the closest at the asked
   * point is at most the cell's diameter farther than from there; so the closest one is within the
   * asked distance, that diameter, and the radius, of the centre.
   */
  async #candidates(
    cell: string,
    { point, primaryOnly }: FindByLocation,
    decidingIds: readonly string[],
    closest: Point,
    live: Snapshot,
  ): Promise<Candidates | undefined> {
    const outline = cellOutline(cell);
    if (outline === undefined) return undefined;
    const reachKm = distanceKm(point, closest) + (3 * outline.radiusMeters) / 1_000;
    const radiusKm = reachKm + tieKm(reachKm);
    const body = findWithin(decidingIds, outline.centre, radiusKm, primaryOnly, MAX_AROUND + 1);
    const hits = await this.#search<CitySummary>(live.index(cities), body, 'short');
    if (hits.length > MAX_AROUND) return undefined;
    const around = hits.map(({ _id: id, _source: { location } }) => ({
      id,
      location: { latitude: location[1], longitude: location[0] },
    }));
    const candidates = nearestSomewhere(around, outline);
    if (candidates.length > MAX_CANDIDATES) return undefined;
    return {
      ids: candidates.map(({ id }) => id),
      degrees: candidates.flatMap(({ location }) => [location.latitude, location.longitude]),
    };
  }
}

function closestOf({ ids, degrees }: Candidates, point: Point): ClosestId | undefined {
  let closest: ClosestId = 'none';
  let nearestKm = Infinity;
  let secondKm = Infinity;
  for (const [position, id] of ids.entries()) {
    const latitude = degrees[2 * position] ?? NaN;
    const longitude = degrees[2 * position + 1] ?? NaN;
    const distance = distanceKm(point, { latitude, longitude });
    if (distance < nearestKm) {
      secondKm = nearestKm;
      nearestKm = distance;
      closest = { id };
    } else if (distance < secondKm) secondKm = distance;
  }
  const isTie = secondKm - nearestKm <= tieKm(nearestKm);
  return isTie ? undefined : closest;
}

function keyOf(
  version: string,
  cell: string,
  { primaryOnly }: FindByLocation,
  decidingIds: readonly string[],
): string {
  return `${version} ${cell} ${primaryOnly} ${decidingIds.join()}`;
}
