import { mapValues } from 'es-toolkit/object';
import Flatbush from 'flatbush';
import type { Box } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';
import { crossesOnce, type PlanePoint } from '../borders/tangentPlane.js';

/** About 2 cm, so that 360° fit into an Int32Array: polygons over ±180° reach as far. */
export const UNITS_PER_DEGREE = 5_000_000;

const FULL_TURN = 360 * UNITS_PER_DEGREE;
const NORTH_POLE = FULL_TURN / 4;
const TURNS = [0, FULL_TURN, -FULL_TURN];

export interface NumberedPolygon {
  readonly number: number;
  /** In square units, holes left out. */
  readonly area: number;
  /** Outer ring and holes, each closed: x, y, x, y … in units. */
  readonly rings: readonly Int32Array[];
}

/** A polygon that may hold points in the prepared boxes. */
interface Candidate {
  readonly number: number;
  readonly holdsOrigin: boolean;
  /** They lie near the boxes, and are moved by whole turns to the origin. */
  readonly edges: readonly (readonly [PlanePoint, PlanePoint])[];
}

/**
 * Finds the number of the polygon at a point. If several polygons hold the point, the smallest one counts. One
 * point of the prepared boxes, the origin, is compared with the whole of each polygon. Every other
 * point is compared with the edges between it and the origin.
 */
export class NumberedPolygons {
  /** The smallest one first. */
  readonly #polygons: readonly NumberedPolygon[];
  readonly #index: Flatbush;
  #origin = { x: 0, y: 0 };
  #candidates: readonly Candidate[] = [];

  constructor(polygons: readonly NumberedPolygon[]) {
    this.#polygons = polygons.toSorted((one, other) => one.area - other.area);
    this.#index = new Flatbush(polygons.length, 16, Int32Array);
    for (const { rings } of this.#polygons) {
      const { west, south, east, north } = boxOf(rings);
      this.#index.add(west, south, east, north);
    }
    this.#index.finish();
  }

  prepare(boxes: readonly Box[]): void {
    const area = around(boxes);
    const { west, south, east, north } = area;
    this.#origin = { x: (west + east) / 2, y: (south + north) / 2 };
    const near = TURNS.flatMap((turn) =>
      this.#index
        .search(west - turn, south, east - turn, north)
        .map((position) => ({ position, turn })),
    );
    this.#candidates = near
      .sort((one, other) => one.position - other.position)
      .flatMap(({ position, turn }) => this.#candidateOf(this.#polygons[position], turn, area));
  }

  at({ latitude, longitude }: Point): number | undefined {
    const given = longitude * UNITS_PER_DEGREE;
    // On the same turn as the origin.
    const x = given - Math.round((given - this.#origin.x) / FULL_TURN) * FULL_TURN;
    // An edge along the North Pole holds what lies south of it.
    const y = Math.min(latitude * UNITS_PER_DEGREE, NORTH_POLE - 0.5);
    const holds = ({ holdsOrigin, edges }: Candidate): boolean =>
      edges.reduce(
        (isHeld, edge) => isHeld !== crossesOnce(edge, { x, y }, this.#origin),
        holdsOrigin,
      );
    return this.#candidates.find(holds)?.number;
  }

  /** Compares a polygon with the origin, by the even-odd rule, and keeps its edges in an area. */
  #candidateOf(polygon: NumberedPolygon | undefined, turn: number, area: Box): Candidate[] {
    if (polygon === undefined) return [];
    const { number, rings } = polygon;
    const edges: (readonly [PlanePoint, PlanePoint])[] = [];
    let holdsOrigin = false;
    for (const ring of rings) {
      for (let place = 0; place + 3 < ring.length; place += 2) {
        const from = { x: (ring[place] ?? NaN) + turn, y: ring[place + 1] ?? NaN };
        const to = { x: (ring[place + 2] ?? NaN) + turn, y: ring[place + 3] ?? NaN };
        if (Math.max(from.y, to.y) < area.south || Math.min(from.y, to.y) > area.north) continue;
        if (crossesOnce([from, to], this.#origin)) holdsOrigin = !holdsOrigin;
        const isBeside = Math.max(from.x, to.x) < area.west || Math.min(from.x, to.x) > area.east;
        if (!isBeside) edges.push([from, to]);
      }
    }
    return [{ number, holdsOrigin, edges }];
  }
}

function boxOf(rings: readonly Int32Array[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let place = 0; place < ring.length; place += 2) {
      const [x, y] = [ring[place] ?? NaN, ring[place + 1] ?? NaN];
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  }
  return { west, south, east, north };
}

/** Returns one box in units around some in degrees, over ±180° if they lie on both sides of it. */
function around(boxes: readonly Box[]): Box {
  const isWhole = boxes.length < 2 || boxes.some((box) => box.east - box.west >= 360);
  const eastern = isWhole ? boxes : boxes.filter((box) => box.east >= 180);
  const western = isWhole ? boxes : boxes.filter((box) => box.west <= -180);
  const west = Math.min(...eastern.map((box) => box.west));
  const east = Math.max(...western.map((box) => box.east)) + (isWhole ? 0 : 360);
  const south = Math.min(...boxes.map((box) => box.south));
  const north = Math.max(...boxes.map((box) => box.north));
  return mapValues({ west, south, east, north }, (degrees) => degrees * UNITS_PER_DEGREE);
}
