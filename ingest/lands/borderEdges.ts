import { area } from '@turf/area';
import Flatbush from 'flatbush';
import type { MultiPolygon } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';
import { distanceFromOrigin, segmentMeetsPolygon } from '../borders/geometry/segments.js';
import type { PlaneOutline } from './owners.js';

/** One end of an edge after the other: longitude, latitude, longitude, latitude. */
const NUMBERS_PER_EDGE = 4;

/**
 * The edges of a country's border under a static R-tree, made for many questions. They are
 * straight in degrees, as Elasticsearch takes them.
 */
export class BorderEdges {
  /** The area that they enclose, in square meters. */
  readonly area: number;
  readonly #ends: Float64Array;
  readonly #boxes: Flatbush;

  /** @param border cut at ±180°, its rings closed, no edge longer than 2 km */
  constructor(border: MultiPolygon) {
    const rings = border.coordinates.flat();
    const edges = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
    this.area = area(border);
    this.#ends = new Float64Array(edges * NUMBERS_PER_EDGE);
    this.#boxes = new Flatbush(edges);
    let place = 0;
    for (const ring of rings) {
      ring.slice(1).forEach(([east = NaN, north = NaN], index) => {
        const [west = NaN, south = NaN] = ring[index] ?? [];
        this.#ends.set([west, south, east, north], place);
        place += NUMBERS_PER_EDGE;
        this.#boxes.add(Math.min(west, east), Math.min(south, north), Math.max(west, east), Math.max(south, north)); // prettier-ignore
      });
    }
    this.#boxes.finish();
  }

  /** Tells whether an edge may run through one of the boxes; if not, they are all in or all out. */
  mayCross(boxes: readonly Box[]): boolean {
    return boxes.some(({ west, south, east, north }) =>
      this.#boxes.collides(west, south, east, north),
    );
  }

  /** By counting the edges that the parallel crosses eastwards of the point. */
  holds({ latitude, longitude }: Point): boolean {
    // A country at ±180° has edges on both of its longitudes, and none lies east of +180°.
    const start = longitude === 180 ? -180 : longitude;
    const ends = this.#ends;
    let inside = false;
    this.#boxes.search(start, latitude, 180, latitude, (edge) => {
      const place = edge * NUMBERS_PER_EDGE;
      const west = ends[place] ?? NaN;
      const south = ends[place + 1] ?? NaN;
      const east = ends[place + 2] ?? NaN;
      const north = ends[place + 3] ?? NaN;
      if (south > latitude !== north > latitude) {
        const crossing = west + ((latitude - south) / (north - south)) * (east - west);
        if (crossing > start) inside = !inside;
      }
      return false;
    });
    return inside;
  }

  /**
   * The same of a point near another one of which it is known: by counting the edges between them, on
   * a way along the other one's meridian, then the point's parallel.
   */
  holdsNear(to: Point, from: Point, holdsFrom: boolean): boolean {
    const [x, y, startX, startY] = [to.longitude, to.latitude, from.longitude, from.latitude];
    // The way would be around the globe.
    if (Math.abs(x - startX) > 90) return this.holds(to);
    const ends = this.#ends;
    let holds = holdsFrom;
    const count = (edge: number): boolean => {
      const place = edge * NUMBERS_PER_EDGE;
      const fromX = ends[place] ?? NaN;
      const fromY = ends[place + 1] ?? NaN;
      const toX = ends[place + 2] ?? NaN;
      const toY = ends[place + 3] ?? NaN;
      if (fromX > startX !== toX > startX) {
        const crossing = fromY + ((startX - fromX) / (toX - fromX)) * (toY - fromY);
        if (crossing > startY !== crossing > y) holds = !holds;
      }
      if (fromY > y !== toY > y) {
        const crossing = fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
        if (crossing > startX !== crossing > x) holds = !holds;
      }
      return false;
    };
    this.#boxes.search(Math.min(x, startX), Math.min(y, startY), Math.max(x, startX), Math.max(y, startY), count); // prettier-ignore
    return holds;
  }

  /**
   * From a cell's centre to the nearest edge, on its tangent plane in earth radii; Infinity when
   * none runs through the cell.
   */
  distanceIfTouching({ boxes, corners, plane }: PlaneOutline): number {
    const ends = this.#ends;
    let nearest = Infinity;
    let touching = 0;
    const visit = (edge: number): boolean => {
      const place = edge * NUMBERS_PER_EDGE;
      const start = plane.project(ends[place] ?? NaN, ends[place + 1] ?? NaN);
      const end = plane.project(ends[place + 2] ?? NaN, ends[place + 3] ?? NaN);
      nearest = Math.min(nearest, distanceFromOrigin(start, end));
      if (segmentMeetsPolygon(start, end, corners)) touching += 1;
      return false;
    };
    for (const { west, south, east, north } of boxes) {
      this.#boxes.search(west, south, east, north, visit);
    }
    return touching > 0 ? nearest : Infinity;
  }
}
