import Flatbush from 'flatbush';
import type { Box } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';

/** About 2 cm; what is drawn over ±180° goes on to 360°. */
export const UNITS_PER_DEGREE = 5_000_000;

const FULL_TURN = 360 * UNITS_PER_DEGREE;
const NORTH_POLE = FULL_TURN / 4;
const TURNS = [0, FULL_TURN, -FULL_TURN];

/** Polygons with the numbers of their names. */
export interface PackedPolygons {
  /** Of each ring one after the other, the first again at its end: x, y in units. */
  readonly positions: Int32Array;
  /** Stretches of edges of a ring: the first position of each, and the number of edges. */
  readonly stretchStarts: Int32Array;
  readonly stretchEdges: Int32Array;
  readonly stretchPolygons: Int32Array;
  /** The boxes of the stretches, and of the polygons. */
  readonly stretchIndex: Flatbush;
  readonly polygonIndex: Flatbush;
  /** Of each polygon its first stretch, and one more: where the last one ends. */
  readonly polygonStarts: Int32Array;
  /** The smallest is the first: of several that hold a point it is the one that counts. */
  readonly polygonRanks: Int32Array;
  /** From 1. */
  readonly polygonNames: Int32Array;
}

/** An edge at hand, moved by whole turns to the place asked about. */
interface NearEdge {
  readonly polygon: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** A polygon that may hold places at hand. */
interface Candidate {
  readonly number: number;
  /** Of the place that all others are compared with. */
  readonly holdsOrigin: boolean;
  readonly edges: readonly NearEdge[];
}

/**
 * Finds the numbers of polygons. Of the boxes that were prepared one place is judged by the whole of
 * each polygon around it; each other one by the edges between it and that place.
 */
export class NumberedPolygons {
  readonly #packed: PackedPolygons;
  #origin = { x: 0, y: 0 };
  #edges: readonly NearEdge[] = [];
  #candidates: readonly Candidate[] = [];

  constructor(packed: PackedPolygons) {
    this.#packed = packed;
  }

  prepare(boxes: readonly Box[]): undefined {
    const area = around(boxes);
    this.#origin = { x: (area.west + area.east) / 2, y: (area.south + area.north) / 2 };
    this.#edges = this.#edgesIn(area);
    const holders = this.#holdersOf(this.#origin.x, this.#origin.y);
    const near = new Set([...holders, ...this.#edges.map(({ polygon }) => polygon)]);
    const { polygonRanks: ranks, polygonNames: names } = this.#packed;
    const rank = (polygon: number): number => ranks[polygon] ?? NaN;
    this.#candidates = [...near]
      .sort((one, other) => rank(one) - rank(other))
      .map((polygon) => ({
        number: names[polygon] ?? NaN,
        holdsOrigin: holders.has(polygon),
        edges: this.#edges.filter((edge) => edge.polygon === polygon),
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

  /** Of some edges, on a way from the origin to a place: along its meridian, then its parallel. */
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
    return TURNS.flatMap((turn) =>
      this.#packed.stretchIndex
        .search(west - turn, south, east - turn, north)
        .flatMap((stretch) => [...this.#edgesOf(stretch, turn)]),
    );
  }

  *#edgesOf(stretch: number, turn: number): Generator<NearEdge> {
    const { positions, stretchStarts, stretchEdges, stretchPolygons } = this.#packed;
    const polygon = stretchPolygons[stretch] ?? NaN;
    const start = stretchStarts[stretch] ?? NaN;
    const end = start + (stretchEdges[stretch] ?? 0);
    for (let position = start; position < end; position += 1) {
      const place = 2 * position;
      yield {
        polygon,
        fromX: (positions[place] ?? NaN) + turn,
        fromY: positions[place + 1] ?? NaN,
        toX: (positions[place + 2] ?? NaN) + turn,
        toY: positions[place + 3] ?? NaN,
      };
    }
  }

  /** By counting the edges that the parallel crosses eastwards of the place. */
  #holdersOf(x: number, y: number): Set<number> {
    const { polygonStarts } = this.#packed;
    const holders = new Set<number>();
    for (const turn of TURNS) {
      for (const polygon of this.#packed.polygonIndex.search(x - turn, y, x - turn, y)) {
        const end = polygonStarts[polygon + 1] ?? 0;
        let inside = false;
        for (let stretch = polygonStarts[polygon] ?? end; stretch < end; stretch += 1) {
          if (this.#crossesEastwards(stretch, x - turn, y)) inside = !inside;
        }
        if (inside) holders.add(polygon);
      }
    }
    return holders;
  }

  /** Tells whether a stretch does so an odd number of times. */
  #crossesEastwards(stretch: number, x: number, y: number): boolean {
    const { positions, stretchStarts, stretchEdges } = this.#packed;
    const start = 2 * (stretchStarts[stretch] ?? NaN);
    const end = start + 2 * (stretchEdges[stretch] ?? 0);
    let isOdd = false;
    for (let place = start; place < end; place += 2) {
      const fromY = positions[place + 1] ?? NaN;
      const toY = positions[place + 3] ?? NaN;
      if (fromY > y === toY > y) continue;
      const fromX = positions[place] ?? NaN;
      const toX = positions[place + 2] ?? NaN;
      if (fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) > x) isOdd = !isOdd;
    }
    return isOdd;
  }
}

/** One box in units around some in degrees; where they lie on both sides of ±180°, over it. */
function around(boxes: readonly Box[]): Box {
  const west = Math.min(...boxes.map((box) => box.west));
  const east = Math.max(...boxes.map((box) => box.east));
  const south = Math.min(...boxes.map((box) => box.south)) * UNITS_PER_DEGREE;
  const north = Math.max(...boxes.map((box) => box.north)) * UNITS_PER_DEGREE;
  const isWhole = boxes.some((box) => box.east - box.west >= 360);
  if (boxes.length < 2 || isWhole) {
    return { west: west * UNITS_PER_DEGREE, east: east * UNITS_PER_DEGREE, south, north };
  }
  const eastern = Math.min(...boxes.filter((box) => box.east >= 180).map((box) => box.west));
  const western = Math.max(...boxes.filter((box) => box.west <= -180).map((box) => box.east));
  return {
    west: eastern * UNITS_PER_DEGREE,
    east: western * UNITS_PER_DEGREE + FULL_TURN,
    south,
    north,
  };
}
