import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ENDS,
  HALF_TURN,
  PART_OF_EDGE,
  PIECE_UNITS,
  Pieces,
  rowAt,
  ROWS,
  UNITS_PER_DEGREE,
} from './borderPieces.js';
import type { GridRings } from './packedBorder.js';
import { EARTH_RADIUS_KM, type Point, RADIANS_PER_DEGREE } from './point.js';

/** The areas at a point, by their positions in the list of borders, in ascending order. */
export interface AreasAt {
  readonly inside: readonly number[];
  /** The areas that do not hold the point, but are within the distance. */
  readonly nearby: readonly number[];
}

const METERS_PER_UNIT = (1_000 * EARTH_RADIUS_KM * RADIANS_PER_DEGREE) / UNITS_PER_DEGREE;
/** Closer to a pole, degrees of longitude are too short to measure with. */
const HIGHEST_LATITUDE = 89;
/** More pieces would take 50 MB, and their order would not fit into a number. */
const MAX_PIECES = 2 ** 21;
const TOO_MANY = `The borders have more than ${MAX_PIECES.toLocaleString('en')} edges. Simplify your own borders, and ingest the countries again.`;
/** So many pieces are worked on in one turn of the event loop. */
const PIECES_PER_TURN = 5_000;
const ROWS_PER_TURN = 10;
/** Between borders as they are given and as Elasticsearch stores them. */
const SAME_METERS = 1;

/**
 * Holds borders in memory, as pieces of edges in rows of equal latitude, from west to east: 18 bytes for each. An
 * area holds a point if a line to the west crosses its border an odd number of times. Edges are straight in degrees.
 */
export class BorderRows {
  /** The position of the first piece of each row. */
  readonly #starts: Uint32Array;
  /** The western end of each piece, then the eastern one: longitude and latitude. */
  readonly #ends: Int32Array;
  readonly #areas: Uint16Array;
  /** The crossings of each area's border. */
  readonly #crossings: Uint32Array;
  /** The distance of each area's border in meters, squared. */
  readonly #nearest: Float64Array;
  /** The largest distance that Elasticsearch may measure, squared. */
  readonly #farthest: Float64Array;

  private constructor(count: number, starts: Uint32Array, ends: Int32Array, areas: Uint16Array) {
    this.#starts = starts;
    this.#ends = ends;
    this.#areas = areas;
    this.#crossings = new Uint32Array(count);
    this.#nearest = new Float64Array(count);
    this.#farthest = new Float64Array(count);
  }

  /**
   * Sorts borders, in many turns of the event loop.
   * @throws {Error} if there are too many edges
   */
  static async of(borders: readonly GridRings[]): Promise<BorderRows> {
    const pieces = new Pieces();
    let turns = 0;
    for (const [area, rings] of borders.entries())
      for (const ring of rings) {
        pieces.addRing(ring, area);
        if (pieces.count > MAX_PIECES) throw new Error(TOO_MANY);
        if (pieces.count < turns * PIECES_PER_TURN) continue;
        turns += 1;
        await nextTurn();
      }
    const starts = new Uint32Array(ROWS + 1);
    for (let piece = 0; piece < pieces.count; piece += 1) {
      if (piece % PIECES_PER_TURN === 0) await nextTurn();
      pieces.forEachRow(piece, (row) => {
        starts[row + 1] = (starts[row + 1] ?? 0) + 1;
      });
    }
    for (let row = 1; row <= ROWS; row += 1)
      starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0);
    // Sorted as numbers, in a tenth of the time of comparing: by the western end, then by the piece.
    const total = starts[ROWS] ?? 0;
    const order = new Float64Array(total);
    const filled = starts.slice();
    for (let piece = 0; piece < pieces.count; piece += 1) {
      if (piece % PIECES_PER_TURN === 0) await nextTurn();
      const west = (pieces.ends[ENDS * piece] ?? 0) + HALF_TURN;
      pieces.forEachRow(piece, (row) => {
        const at = filled[row] ?? 0;
        order[at] = west * MAX_PIECES + piece;
        filled[row] = at + 1;
      });
    }
    const ends = new Int32Array(ENDS * total);
    const areas = new Uint16Array(total);
    for (let row = 0; row < ROWS; row += 1) {
      if (row % ROWS_PER_TURN === 0) await nextTurn();
      const end = starts[row + 1] ?? 0;
      order.subarray(starts[row], end).sort();
      for (let at = starts[row] ?? 0; at < end; at += 1) {
        const piece = (order[at] ?? 0) % MAX_PIECES;
        for (let number = 0; number < ENDS; number += 1)
          ends[ENDS * at + number] = pieces.ends[ENDS * piece + number] ?? 0;
        areas[at] = pieces.areas[piece] ?? 0;
      }
    }
    return new BorderRows(borders.length, starts, ends, areas);
  }

  /**
   * Returns the areas that hold a point, and those within a distance. Elasticsearch measures to the point of an edge
   * that is the closest in degrees. In the far north, the edge is kilometers closer elsewhere.
   * @param toleranceMeters the difference in which a distance counts as uncertain
   * @returns undefined if Elasticsearch may find others, or the point is near a pole
   */
  at(
    { latitude, longitude }: Point,
    radiusMeters: number,
    toleranceMeters: number,
  ): AreasAt | undefined {
    if (Math.abs(latitude) > HIGHEST_LATITUDE) return undefined;
    const x = longitude * UNITS_PER_DEGREE;
    const y = latitude * UNITS_PER_DEGREE;
    this.#crossings.fill(0);
    this.#nearest.fill(Infinity);
    this.#farthest.fill(Infinity);
    this.#cross(x, y);
    this.#measure(x, y, latitude, radiusMeters + toleranceMeters);
    const inside: number[] = [];
    const nearby: number[] = [];
    for (let area = 0; area < this.#nearest.length; area += 1) {
      const isInside = (this.#crossings[area] ?? 0) % 2 === 1;
      const meters = Math.sqrt(this.#nearest[area] ?? Infinity);
      if (meters <= SAME_METERS) return undefined;
      if (isInside) inside.push(area);
      else if (meters <= radiusMeters + toleranceMeters) {
        const isSure = Math.sqrt(this.#farthest[area] ?? 0) < radiusMeters - toleranceMeters;
        if (!isSure) return undefined;
        nearby.push(area);
      }
    }
    return { inside, nearby };
  }

  /** Counts the crossings of a line from a point to the west. */
  #cross(x: number, y: number): void {
    const ends = this.#ends;
    const row = rowAt(y);
    const end = this.#starts[row + 1] ?? 0;
    for (let at = this.#starts[row] ?? 0; at < end; at += 1) {
      const west = ends[ENDS * at] ?? 0;
      if (west > x) return;
      const from = ends[ENDS * at + 1] ?? 0;
      const to = ends[ENDS * at + 3] ?? 0;
      if (from > y === to > y) continue;
      const east = ends[ENDS * at + 2] ?? 0;
      if (east > x && west + ((y - from) / (to - from)) * (east - west) > x) continue;
      const area = (this.#areas[at] ?? 0) % PART_OF_EDGE;
      this.#crossings[area] = (this.#crossings[area] ?? 0) + 1;
    }
  }

  /** Measures the distances of all pieces that are certainly within `reachMeters`, and of some others. */
  #measure(x: number, y: number, latitude: number, reachMeters: number): void {
    const reach = reachMeters / METERS_PER_UNIT;
    const highest = Math.min(HIGHEST_LATITUDE + 0.5, Math.abs(latitude) + reach / UNITS_PER_DEGREE);
    const reachEast = reach / Math.cos(highest * RADIANS_PER_DEGREE);
    const last = rowAt(y + reach);
    for (let row = rowAt(y - reach); row <= last; row += 1) {
      this.#measureRow(row, x, y, reach, reachEast);
      if (x - reachEast < -HALF_TURN) this.#measureRow(row, x + 2 * HALF_TURN, y, reach, reachEast);
      if (x + reachEast > HALF_TURN) this.#measureRow(row, x - 2 * HALF_TURN, y, reach, reachEast);
    }
  }

  #measureRow(row: number, x: number, y: number, reach: number, reachEast: number): void {
    const ends = this.#ends;
    const end = this.#starts[row + 1] ?? 0;
    const cosine = Math.cos((y / UNITS_PER_DEGREE) * RADIANS_PER_DEGREE);
    for (let at = this.#firstFrom(row, x - reachEast - PIECE_UNITS); at < end; at += 1) {
      const west = (ends[ENDS * at] ?? 0) - x;
      if (west > reachEast) return;
      const east = (ends[ENDS * at + 2] ?? 0) - x;
      const from = (ends[ENDS * at + 1] ?? 0) - y;
      const to = (ends[ENDS * at + 3] ?? 0) - y;
      if (east < -reachEast || (from > reach && to > reach) || (from < -reach && to < -reach))
        continue;
      const [dx, dy] = [east - west, to - from];
      const onPlane = -(west * dx * cosine ** 2 + from * dy) / ((dx * cosine) ** 2 + dy ** 2);
      const inDegrees = -(west * dx + from * dy) / (dx ** 2 + dy ** 2);
      const [nearest, other] = [within01(onPlane), within01(inDegrees)];
      const areaAndPart = this.#areas[at] ?? 0;
      const area = areaAndPart % PART_OF_EDGE;
      const squared = squaredMeters(y, west + nearest * dx, from + nearest * dy);
      if (squared < (this.#nearest[area] ?? 0)) this.#nearest[area] = squared;
      // The ends of parts are not vertices of the stored border.
      if (areaAndPart !== area && other !== inDegrees) continue;
      const measured = squaredMeters(y, west + other * dx, from + other * dy);
      if (measured < (this.#farthest[area] ?? 0)) this.#farthest[area] = measured;
    }
  }

  /** Returns the position of the first piece of a row that begins at a longitude, or east of it. */
  #firstFrom(row: number, x: number): number {
    let [low, high] = [this.#starts[row] ?? 0, this.#starts[row + 1] ?? 0];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[ENDS * middle] ?? 0) < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the squared distance of a point from another one at a latitude, with the length of a degree in between. */
function squaredMeters(y: number, east: number, north: number): number {
  const middle = (y + north / 2) / UNITS_PER_DEGREE;
  const over = east * Math.cos(middle * RADIANS_PER_DEGREE);
  return (over ** 2 + north ** 2) * METERS_PER_UNIT ** 2;
}

const within01 = (share: number): number => (share > 0 ? Math.min(1, share) : 0);
