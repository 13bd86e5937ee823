import { area } from '@turf/area';
import { once } from 'es-toolkit/function';
import Flatbush from 'flatbush';
import type { MultiPolygon } from 'geojson';
import { type Box, boxesAround, overlap } from '../../core/geo/box.js';
import { EARTH_RADIUS_KM, type Point } from '../../core/geo/point.js';
import {
  crossesOnce,
  distanceFromOrigin,
  type PlanePoint,
  tangentPlane,
} from '../borders/tangentPlane.js';
import { countryShapes } from '../borders/countryShapes.js';
import { countryCodes } from '../reference/iso.js';

export interface Territory {
  /** ISO 3166-1 alpha-3. */
  readonly id: string;
  /** They cover the border. */
  readonly extents: readonly Box[];
  /** Computes the border when it is first needed. */
  readonly edges: () => BorderEdges;
}

export function territoryOf(
  id: string,
  { extents, border }: { extents: readonly Box[]; border: () => MultiPolygon },
): Territory {
  return { id, extents, edges: once(() => new BorderEdges(border())) };
}

export function territories(): Territory[] {
  const shapeOf = countryShapes();
  return countryCodes().map((code) => territoryOf(code.id, shapeOf(code)));
}

/** Returns false only if nothing of a country is in the boxes. Needs no border. */
export function mayReach({ extents }: Territory, boxes: readonly Box[]): boolean {
  return extents.some((extent) => boxes.some((box) => overlap(extent, box)));
}

/** Longitude and latitude of the start, then of the end. */
const NUMBERS_PER_EDGE = 4;

/** A point, and whether a border holds it. */
export interface KnownPoint {
  readonly point: Point;
  readonly isHeld: boolean;
}

/** A cell whose centre is no farther from a country is a land, so that piers and beaches have one. */
export const OFFSHORE_RADIANS = 1.5 / EARTH_RADIUS_KM;

/**
 * The edges of a country's border in a static R-tree, for many queries. Edges are straight in
 * degrees, as in Elasticsearch.
 */
export class BorderEdges {
  /** Area inside the border, in square metres. */
  readonly area: number;
  readonly #ends: Float64Array;
  readonly #boxes: Flatbush;

  /** @param border cut at ±180°, with closed rings and no edge longer than 2 km */
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

  /** Returns false only if no edge runs through the boxes: all of their points are in, or all out. */
  mayCross(boxes: readonly Box[]): boolean {
    return boxes.some(({ west, south, east, north }) =>
      this.#boxes.collides(west, south, east, north),
    );
  }

  /**
   * Returns whether a point is inside, by counting the edges between it and a known point: along the
   * known point's meridian, then along the point's parallel. A known point nearby saves most of the
   * counting. Without one, counting starts at 180°, which no border crosses.
   */
  holds({ latitude, longitude }: Point, known?: KnownPoint): boolean {
    // A country at ±180° has edges on both meridians, and none lies east of +180°.
    const end = { x: longitude === 180 ? -180 : longitude, y: latitude };
    const { longitude: x, latitude: y } = known?.point ?? { longitude: 180, latitude };
    let isHeld = known?.isHeld ?? false;
    const count = (edge: number): boolean => {
      if (crossesOnce(this.#edge(edge), end, { x, y })) isHeld = !isHeld;
      return false;
    };
    this.#boxes.search(Math.min(x, end.x), Math.min(y, end.y), Math.max(x, end.x), Math.max(y, end.y), count); // prettier-ignore
    return isHeld;
  }

  #edge(number: number): [start: PlanePoint, end: PlanePoint] {
    const ends = this.#ends;
    const at = number * NUMBERS_PER_EDGE;
    return [
      { x: ends[at] ?? NaN, y: ends[at + 1] ?? NaN },
      { x: ends[at + 2] ?? NaN, y: ends[at + 3] ?? NaN },
    ];
  }

  /**
   * Returns the distance from a point to the nearest edge, on the plane that touches the globe in the point, in
   * earth radii, or Infinity if it is farther than {@link OFFSHORE_RADIANS}.
   */
  distanceOffshore(point: Point): number {
    const project = tangentPlane(point);
    let nearest = Infinity;
    const visit = (edge: number): boolean => {
      const [from, to] = this.#edge(edge);
      const distance = distanceFromOrigin(project(from.x, from.y), project(to.x, to.y));
      nearest = Math.min(nearest, distance);
      return false;
    };
    for (const { west, south, east, north } of boxesAround({ centre: point, radiusRadians: OFFSHORE_RADIANS })) {
      this.#boxes.search(west, south, east, north, visit);
    } // prettier-ignore
    return nearest <= Math.tan(OFFSHORE_RADIANS) ? nearest : Infinity;
  }
}
