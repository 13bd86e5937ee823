import { mapValues } from 'es-toolkit/object';
import Flatbush from 'flatbush';
import type { Box } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';

/** About 2 cm, so that 360° fit into an Int32Array: polygons over ±180° reach as far. */
export const UNITS_PER_DEGREE = 5_000_000;

const FULL_TURN = 360 * UNITS_PER_DEGREE;
const NORTH_POLE = FULL_TURN / 4;
const TURNS = [0, FULL_TURN, -FULL_TURN];

const EDGES_OF_A_STRETCH = 32;

/** A polygon and the number of its name. */
export interface NumberedPolygon {
  readonly number: number;
  /** In square units, holes left out. */
  readonly area: number;
  /** Outer ring and holes, each closed: x, y, x, y … in units. */
  readonly rings: readonly Int32Array[];
}

/** Some edges of a ring that follow each other: their positions, one more than there are edges. */
interface Stretch {
  readonly polygon: number;
  readonly positions: Int32Array;
}

/** An edge in the prepared boxes, moved by whole turns to the origin. */
interface NearEdge {
  readonly polygon: number;
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
  readonly #stretches: readonly Stretch[];
  readonly #polygonIndex: Flatbush;
  readonly #stretchIndex: Flatbush;
  #origin = { x: 0, y: 0 };
  #candidates: readonly Candidate[] = [];

  constructor(polygons: readonly NumberedPolygon[]) {
    this.#polygons = polygons.toSorted((one, other) => one.area - other.area);
    this.#stretches = this.#polygons.flatMap(({ rings }, polygon) =>
      rings.flatMap((ring) =>
        stretchesOf(ring).map((positions): Stretch => ({ polygon, positions })),
      ),
    );
    this.#polygonIndex = indexOf(this.#polygons.map(({ rings }) => boxOf(rings)));
    this.#stretchIndex = indexOf(this.#stretches.map(({ positions }) => boxOf([positions])));
  }

  prepare(boxes: readonly Box[]): void {
    const area = around(boxes);
    this.#origin = { x: (area.west + area.east) / 2, y: (area.south + area.north) / 2 };
    const edges = this.#edgesIn(area);
    const holders = this.#holdersOf(this.#origin.x, this.#origin.y);
    const near = new Set([...holders, ...edges.map(({ polygon }) => polygon)]);
    this.#candidates = [...near]
      .sort((one, other) => one - other)
      .map((polygon) => ({
        number: this.#polygons[polygon]?.number ?? NaN,
        holdsOrigin: holders.has(polygon),
        edges: edges.filter((edge) => edge.polygon === polygon),
      }));
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

  #edgesIn({ west, south, east, north }: Box): NearEdge[] {
    const edges: NearEdge[] = [];
    for (const turn of TURNS) {
      for (const at of this.#stretchIndex.search(west - turn, south, east - turn, north)) {
        const { polygon = NaN, positions = NOTHING } = this.#stretches[at] ?? {};
        for (let place = 0; place + 3 < positions.length; place += 2) {
          edges.push({
            polygon,
            fromX: (positions[place] ?? NaN) + turn,
            fromY: positions[place + 1] ?? NaN,
            toX: (positions[place + 2] ?? NaN) + turn,
            toY: positions[place + 3] ?? NaN,
          });
        }
      }
    }
    return edges;
  }

  #holdersOf(x: number, y: number): Set<number> {
    const holders = new Set<number>();
    for (const turn of TURNS) {
      for (const polygon of this.#polygonIndex.search(x - turn, y, x - turn, y)) {
        const { rings = [] } = this.#polygons[polygon] ?? {};
        const crossed = rings.filter((ring) => crossesEastwards(ring, x - turn, y));
        if (crossed.length % 2 === 1) holders.add(polygon);
      }
    }
    return holders;
  }
}

const NOTHING = new Int32Array();

/** True if the parallel of a point crosses a ring an odd number of times to the east of the point. */
function crossesEastwards(ring: Int32Array, x: number, y: number): boolean {
  let isOdd = false;
  for (let place = 0; place + 3 < ring.length; place += 2) {
    const fromY = ring[place + 1] ?? NaN;
    const toY = ring[place + 3] ?? NaN;
    if (fromY > y === toY > y) continue;
    const fromX = ring[place] ?? NaN;
    const toX = ring[place + 2] ?? NaN;
    if (fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) > x) isOdd = !isOdd;
  }
  return isOdd;
}

function stretchesOf(ring: Int32Array): Int32Array[] {
  const stretches: Int32Array[] = [];
  for (let start = 0; start + 3 < ring.length; start += 2 * EDGES_OF_A_STRETCH) {
    stretches.push(ring.subarray(start, start + 2 * (EDGES_OF_A_STRETCH + 1)));
  }
  return stretches;
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

function indexOf(boxes: readonly Box[]): Flatbush {
  const index = new Flatbush(boxes.length, 16, Int32Array);
  for (const { west, south, east, north } of boxes) index.add(west, south, east, north);
  index.finish();
  return index;
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
