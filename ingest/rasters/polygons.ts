import { mapValues } from 'es-toolkit/object';
import Flatbush from 'flatbush';
import type { Box } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';

/** About 2 cm, so that 360° fit into an Int32Array: polygons over ±180° reach as far. */
export const UNITS_PER_DEGREE = 5_000_000;

const FULL_TURN = 360 * UNITS_PER_DEGREE;
const NORTH_POLE = FULL_TURN / 4;
const TURNS = [0, FULL_TURN, -FULL_TURN];

/** A polygon and the number of its name. */
export interface NumberedPolygon {
  readonly number: number;
  /** In square units, holes left out. */
  readonly area: number;
  /** Outer ring and holes, each closed: x, y, x, y … in units. */
  readonly rings: readonly Int32Array[];
}

/** An edge that lies near the prepared boxes, moved by whole turns to the origin. */
interface NearEdge {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** A polygon that may hold points in the prepared boxes. */
interface Candidate {
  readonly number: number;
  readonly holdsOrigin: boolean;
  readonly edges: readonly NearEdge[];
}

/**
 * Finds the numbers of polygons at points; of several that hold a point, that of the smallest. One
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
    const x = this.#toTurnOfOrigin(longitude * UNITS_PER_DEGREE);
    // An edge along the North Pole holds what lies south of it.
    const y = Math.min(latitude * UNITS_PER_DEGREE, NORTH_POLE - 0.5);
    return this.#candidates.find(
      ({ holdsOrigin, edges }) => (this.#crossings(edges, x, y) % 2 === 1) !== holdsOrigin,
    )?.number;
  }

  #toTurnOfOrigin(x: number): number {
    return x - Math.round((x - this.#origin.x) / FULL_TURN) * FULL_TURN;
  }

  /** Counts the edges on the way from the origin to a point: along its meridian, then its parallel. */
  #crossings(edges: readonly NearEdge[], x: number, y: number): number {
    const { x: startX, y: startY } = this.#origin;
    let count = 0;
    for (const { fromX, fromY, toX, toY } of edges) {
      if (fromX > startX !== toX > startX) {
        const crossing = fromY + ((startX - fromX) / (toX - fromX)) * (toY - fromY);
        if (crossing > startY !== crossing > y) count += 1;
      }
      if (fromY > y !== toY > y) {
        const crossing = fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
        if (crossing > startX !== crossing > x) count += 1;
      }
    }
    return count;
  }

  /** Compares a polygon with the origin, by the even-odd rule, and keeps its edges in an area. */
  #candidateOf(polygon: NumberedPolygon | undefined, turn: number, area: Box): Candidate[] {
    if (polygon === undefined) return [];
    const { number, rings } = polygon;
    const { x, y } = this.#origin;
    const edges: NearEdge[] = [];
    let holdsOrigin = false;
    for (const ring of rings) {
      for (let place = 0; place + 3 < ring.length; place += 2) {
        const fromY = ring[place + 1] ?? NaN;
        const toY = ring[place + 3] ?? NaN;
        if (Math.max(fromY, toY) < area.south || Math.min(fromY, toY) > area.north) continue;
        const fromX = (ring[place] ?? NaN) + turn;
        const toX = (ring[place + 2] ?? NaN) + turn;
        if (fromY > y !== toY > y) {
          const crossing = fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
          if (crossing > x) holdsOrigin = !holdsOrigin;
        }
        const isBeside = Math.max(fromX, toX) < area.west || Math.min(fromX, toX) > area.east;
        if (!isBeside) edges.push({ fromX, fromY, toX, toY });
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
