import Flatbush from 'flatbush';
import type { Point } from '../../geo/point.js';
import type { Box } from '../geometry/box.js';
import type { Biomes } from './source.js';

/** About 2 cm; what is drawn over ±180° goes on to 360°. */
export const UNITS_PER_DEGREE = 5_000_000;

const FULL_TURN = 360 * UNITS_PER_DEGREE;
const NORTH_POLE = FULL_TURN / 4;
const TURNS = [0, FULL_TURN, -FULL_TURN];

/** Polygons with names, in memory that all threads can read. */
export interface SharedPolygons {
  /** Of each ring one after the other, the first again at its end: x, y in units. */
  readonly positions: Int32Array;
  /** Stretches of edges of a ring: the first position of each, and the number of edges. */
  readonly stretchStarts: Uint32Array;
  readonly stretchEdges: Uint8Array;
  readonly stretchPolygons: Uint32Array;
  /** The boxes of the stretches, and of the polygons: indices of Flatbush. */
  readonly stretchIndex: SharedArrayBuffer;
  readonly polygonIndex: SharedArrayBuffer;
  /** Of each polygon its first stretch, and one more: where the last one ends. */
  readonly polygonStarts: Uint32Array;
  /** The smallest is the first: of several that hold a point it is the one that counts. */
  readonly polygonRanks: Uint32Array;
  readonly polygonNames: Uint32Array;
  readonly names: readonly string[];
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
  readonly name: string;
  /** Of the place that all others are compared with. */
  readonly holdsOrigin: boolean;
  readonly edges: readonly NearEdge[];
}

/**
 * Finds the names of polygons. Of the boxes that were prepared one place is judged by the whole of
 * each polygon around it; each other one by the edges between it and that place.
 */
export class BiomePolygons implements Biomes {
  readonly #shared: SharedPolygons;
  readonly #stretches: Flatbush;
  readonly #polygons: Flatbush;
  #origin = { x: 0, y: 0 };
  #edges: readonly NearEdge[] = [];
  #candidates: readonly Candidate[] = [];

  constructor(shared: SharedPolygons) {
    this.#shared = shared;
    this.#stretches = Flatbush.from(shared.stretchIndex);
    this.#polygons = Flatbush.from(shared.polygonIndex);
  }

  prepare(boxes: readonly Box[]): undefined {
    const area = around(boxes);
    this.#origin = { x: (area.west + area.east) / 2, y: (area.south + area.north) / 2 };
    this.#edges = this.#edgesIn(area);
    const holders = this.#holdersOf(this.#origin.x, this.#origin.y);
    const near = new Set([...holders, ...this.#edges.map(({ polygon }) => polygon)]);
    const { polygonRanks: ranks, polygonNames: names } = this.#shared;
    const rank = (polygon: number): number => ranks[polygon] ?? NaN;
    this.#candidates = [...near]
      .sort((one, other) => rank(one) - rank(other))
      .map((polygon) => ({
        name: this.#shared.names[names[polygon] ?? NaN] ?? '',
        holdsOrigin: holders.has(polygon),
        edges: this.#edges.filter((edge) => edge.polygon === polygon),
      }));
  }

  at({ latitude, longitude }: Point): string | undefined {
    const x = this.#toTurnOfOrigin(longitude * UNITS_PER_DEGREE);
    // An edge along the North Pole holds what lies south of it.
    const y = Math.min(latitude * UNITS_PER_DEGREE, NORTH_POLE - 0.5);
    return this.#candidates.find(
      ({ holdsOrigin, edges }) => (this.#crossings(edges, x, y) % 2 === 1) !== holdsOrigin,
    )?.name;
  }

  isUniform(boxes: readonly Box[]): boolean {
    if (this.#edges.length === 0) return true;
    const area = around(boxes);
    const middle = (area.west + area.east) / 2;
    const turn = this.#toTurnOfOrigin(middle) - middle;
    const moved = { ...area, west: area.west + turn, east: area.east + turn };
    return !this.#edges.some((edge) => meets(edge, moved));
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
      this.#stretches
        .search(west - turn, south, east - turn, north)
        .flatMap((stretch) => [...this.#edgesOf(stretch, turn)]),
    );
  }

  *#edgesOf(stretch: number, turn: number): Generator<NearEdge> {
    const { positions, stretchStarts, stretchEdges, stretchPolygons } = this.#shared;
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
    const { polygonStarts } = this.#shared;
    const holders = new Set<number>();
    for (const turn of TURNS) {
      for (const polygon of this.#polygons.search(x - turn, y, x - turn, y)) {
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
    const { positions, stretchStarts, stretchEdges } = this.#shared;
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

/** Tells whether an edge has a point in a box; the box's own edges belong to it. */
function meets({ fromX, fromY, toX, toY }: NearEdge, { west, south, east, north }: Box): boolean {
  if (Math.max(fromX, toX) < west || Math.min(fromX, toX) > east) return false;
  if (Math.max(fromY, toY) < south || Math.min(fromY, toY) > north) return false;
  // Of which side of the edge's line is each corner: all on one means that the edge passes by.
  const sides = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ].map(([x = NaN, y = NaN]) =>
    Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)),
  );
  return !(sides.every((side) => side > 0) || sides.every((side) => side < 0));
}
