import { zip } from 'es-toolkit/array';
import { cellAt } from '../../core/geo/cell.js';
import {
  ancestorOf,
  descendantsOf,
  landCentre,
  landDisk,
  landsRadiusRadians,
  resolutionOf,
} from '../../core/geo/land.js';
import { EARTH_RADIUS_KM, squaredChord, vectorOf } from '../../core/geo/point.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { shareRun } from '../concurrency.js';
import { VersionedCache } from '../lookups/cache/versionedCache.js';
import { shared } from '../observe/elasticsearch.js';
import type { Snapshot } from '../search/live.js';
import type { Search } from '../search/search.js';
import { inOrder, type Near, PackedMarkers, reachOf, squaredChordOf } from './packed.js';
import type { FindByRadius } from './params.js';
import { findByRadius, findAround, SMALL_RADIUS_METERS } from './queries.js';

const READS = [markers];
/** H3 resolutions of the cells, tried from the largest to the smallest. */
const RESOLUTIONS = [4, 5, 6, 7];
/** A circle of `SMALL_RADIUS_METERS` reaches into no land below a cell of resolution 4 that is farther away. */
const STEPS = 1;
/** A cell with more markers in the boxes around it is split. With one more, a search is still a short one. */
const MAX_CELL_MARKERS = 499;
/** So many cells are filled at a time. Further lookups are answered by the search that needs no cells. */
const MAX_FILLING = 32;

type Cell = PackedMarkers | 'dense';

/**
 * Finds the markers of the live generation around a point. For small radii it caches the markers of whole H3
 * cells: those in all lands below a cell.
 */
export class NearestMarkers {
  readonly #search: Search;
  readonly #cells: VersionedCache<Cell>;
  readonly #filling = new Map<string, Promise<Cell>>();

  constructor(search: Search, maxBytes: number) {
    this.#search = search;
    this.#cells = new VersionedCache('markers', maxBytes);
  }

  /**
   * Returns the markers within the radius, the nearest first, then by id. One more than an answer holds
   * means that there are more.
   * @throws {ApiError}
   */
  async find(circle: FindByRadius, live: Snapshot): Promise<readonly MarkerDocument[]> {
    const isSmall = circle.radiusMeters <= SMALL_RADIUS_METERS;
    const found = isSmall ? await this.#inCells(circle, live) : undefined;
    if (found !== undefined) return found;
    const expectation = isSmall ? 'short' : 'long';
    const body = findByRadius(circle);
    const hits = await this.#search<MarkerDocument>(live.index(markers), body, expectation);
    return hits.map(({ _source }) => _source);
  }

  /** Returns the markers of all cells around; undefined if some must not be filled now, or have too many. */
  async #inCells(
    circle: FindByRadius,
    live: Snapshot,
  ): Promise<readonly MarkerDocument[] | undefined> {
    const version = live.version(READS);
    if (version === undefined) return undefined;
    const found: Near[] = [];
    const reach = reachOf(circle);
    let cells = cellsAround(circle);
    for (const resolution of RESOLUTIONS) {
      const dense: string[] = [];
      const missing: string[] = [];
      const take = (cell: string, value: Cell): void => {
        if (value === 'dense') dense.push(cell);
        else value.addNear(reach, found);
      };
      for (const cell of cells) {
        const value = this.#cells.get(version, cell);
        if (value === undefined) missing.push(cell);
        else take(cell, value);
      }
      const others = missing.filter((cell) => !this.#filling.has(`${version} ${cell}`));
      if (this.#filling.size + others.length > MAX_FILLING) return undefined;
      const filled = await Promise.all(missing.map((cell) => this.#fill(version, cell, live)));
      for (const [cell, value] of zip(missing, filled)) take(cell, value);
      if (dense.length === 0) return inOrder(found);
      const smaller = dense.flatMap((cell) => descendantsOf(cell, resolution + 1));
      cells = reached(smaller, circle, resolution + 1);
    }
    return undefined;
  }

  /** Concurrent lookups fill a cell together. */
  #fill(version: string, cell: string, live: Snapshot): Promise<Cell> {
    const read = () => shared(() => this.#read(version, cell, live));
    return shareRun(this.#filling, `${version} ${cell}`, read);
  }

  async #read(version: string, cell: string, live: Snapshot): Promise<Cell> {
    const resolution = resolutionOf(cell);
    const radiusMeters = 1_000 * EARTH_RADIUS_KM * landsRadiusRadians(resolution);
    const body = findAround({ point: landCentre(cell), radiusMeters }, MAX_CELL_MARKERS + 1);
    const hits = await this.#search<MarkerDocument>(live.index(markers), body, 'short');
    if (hits.length <= MAX_CELL_MARKERS) {
      const inBox = hits.map(({ _source }) => _source);
      const value = new PackedMarkers(
        inBox.filter(({ land_id: land }) => ancestorOf(land, resolution) === cell),
      );
      // A cell that is too large for the cache would be read again for each lookup.
      if (this.#cells.set(version, cell, value, value.bytes)) return value;
    }
    this.#cells.set(version, cell, 'dense', 0);
    return 'dense';
  }
}

/** Returns the largest cells that hold a land which the circle reaches into. */
export function cellsAround(circle: FindByRadius): string[] {
  const [largest = 0] = RESOLUTIONS;
  return reached(landDisk(cellAt(circle.point, largest), STEPS), circle, largest);
}

/** Returns the cells that hold a land which the circle reaches into. */
function reached(cells: readonly string[], circle: FindByRadius, resolution: number): string[] {
  const from = vectorOf(circle.point);
  const landsMeters = 1_000 * EARTH_RADIUS_KM * landsRadiusRadians(resolution);
  const most = squaredChordOf({ radiusMeters: circle.radiusMeters + landsMeters });
  return cells.filter((cell) => squaredChord(vectorOf(landCentre(cell)), from) <= most);
}
