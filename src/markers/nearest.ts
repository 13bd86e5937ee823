import {
  EARTH_RADIUS_KM,
  type Point,
  squaredChord,
  type Vector,
  vectorOf,
} from '../../core/geo/point.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { CellCache } from '../lookups/cache/cells.js';
import { estimateBytes } from '../lookups/cache/versionedCache.js';
import type { Snapshot } from '../search/live.js';
import type { Search } from '../search/search.js';
import type { FindByRadius } from './params.js';
import { findByRadius, findInCircle, SMALL_RADIUS_METERS } from './queries.js';

const READS = [markers];
/** A cell near more markers than that is split. */
const MAX_CELL_MARKERS = 499;
const VECTOR_BYTES = 100;

/** A marker and its position on the globe. */
export interface Located {
  readonly document: MarkerDocument;
  readonly vector: Vector;
}

/**
 * Finds the markers of the live generation around a point. For small radii it caches, for H3 cells, the
 * markers that are within the radius of any point of the cell.
 */
export class NearestMarkers {
  readonly #search: Search;
  readonly #cells: CellCache<readonly Located[]>;

  constructor(search: Search, maxBytes: number) {
    this.#search = search;
    this.#cells = new CellCache('markers', maxBytes);
  }

  /**
   * Returns the markers within the radius, the nearest first, then by id. One more than an answer holds
   * means that there are more.
   * @throws {ApiError}
   */
  async find(circle: FindByRadius, live: Snapshot): Promise<readonly MarkerDocument[]> {
    const { point, radiusMeters } = circle;
    const isSmall = radiusMeters <= SMALL_RADIUS_METERS;
    const version = isSmall ? live.version(READS) : undefined;
    const cell = this.#cells.at(version, point, String(radiusMeters));
    if (cell?.value !== undefined) return nearestIn(cell.value, circle);
    const outline = cell && this.#cells.outlineToFill(cell);
    if (cell !== undefined && outline !== undefined) {
      const reachMeters = radiusMeters + outline.radiusMeters;
      const body = findInCircle(outline.centre, reachMeters, MAX_CELL_MARKERS + 1);
      const hits = await this.#cells.whileFilling(cell, () =>
        this.#search<MarkerDocument>(live.index(markers), body),
      );
      const isWhole = hits.length <= MAX_CELL_MARKERS;
      const found = isWhole ? hits.map(({ _source }) => locate(_source)) : undefined;
      const bytes = hits.length * VECTOR_BYTES + estimateBytes(hits.map(({ _source }) => _source));
      this.#cells.set(cell, found, bytes);
      if (found !== undefined) return nearestIn(found, circle);
    }
    const expectation = isSmall ? 'short' : 'long';
    const body = findByRadius(circle);
    const hits = await this.#search<MarkerDocument>(live.index(markers), body, expectation);
    return hits.map(({ _source }) => _source);
  }
}

export function locate(document: MarkerDocument): Located {
  const [longitude, latitude] = document.location;
  const point = { latitude: rounded(latitude, 180), longitude: rounded(longitude, 360) };
  return { document, vector: vectorOf(point) };
}

/** Rounds as Elasticsearch does, so that answers are the same with and without a cache. */
function rounded(degrees: number, range: number): number {
  const step = range / 2 ** 32;
  return Math.floor(degrees / step) * step;
}

/** Sorts by the distance to a point, then by id. */
export function sortByDistance(located: readonly Located[], point: Point): MarkerDocument[] {
  return byChord(located, point, Infinity);
}

function nearestIn(located: readonly Located[], { point, radiusMeters }: FindByRadius) {
  const chord = 2 * Math.sin(radiusMeters / (2_000 * EARTH_RADIUS_KM));
  return byChord(located, point, chord ** 2);
}

function byChord(located: readonly Located[], point: Point, most: number): MarkerDocument[] {
  const from = vectorOf(point);
  return located
    .map(({ document, vector }) => ({ document, chord: squaredChord(vector, from) }))
    .filter(({ chord }) => chord <= most)
    .sort((a, b) => a.chord - b.chord || (a.document.id < b.document.id ? -1 : 1))
    .map(({ document }) => document);
}
