export const UNITS_PER_DEGREE = 1e7;
export const HALF_TURN = 180 * UNITS_PER_DEGREE;
const ROW_UNITS = 0.05 * UNITS_PER_DEGREE;
/** Rows of equal latitude. */
export const ROWS = HALF_TURN / ROW_UNITS;
/** Longer edges are cut, so that few rows, and a small part of each, hold all that is near a point. */
export const PIECE_UNITS = 0.2 * UNITS_PER_DEGREE;
/** Numbers of a piece: longitude and latitude of its western end, then of the eastern one. */
export const ENDS = 4;
/** Beside the area of a piece: the piece is a part of an edge. */
export const PART_OF_EDGE = 2 ** 15;

/** Collects the pieces of edges, each from west to east. */
export class Pieces {
  ends = new Int32Array(2 ** 16);
  areas = new Uint16Array(this.ends.length / ENDS);
  count = 0;

  addRing(ring: Int32Array, area: number): void {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      const [x = 0, y = 0] = [ring[at], ring[at + 1]];
      const [toX = 0, toY = 0] = [ring[next], ring[next + 1]];
      if (x <= toX) this.#addEdge(x, y, toX, toY, area);
      else this.#addEdge(toX, toY, x, y, area);
    }
  }

  #addEdge(x: number, y: number, toX: number, toY: number, area: number): void {
    const parts = Math.ceil(Math.max(toX - x, Math.abs(toY - y), 1) / PIECE_UNITS);
    for (let part = 0; part < parts; part += 1) {
      if (this.count === this.areas.length) this.#grow();
      const at = ENDS * this.count;
      this.ends[at] = Math.round(x + ((toX - x) * part) / parts);
      this.ends[at + 1] = Math.round(y + ((toY - y) * part) / parts);
      this.ends[at + 2] = Math.round(x + ((toX - x) * (part + 1)) / parts);
      this.ends[at + 3] = Math.round(y + ((toY - y) * (part + 1)) / parts);
      this.areas[this.count] = parts > 1 ? area + PART_OF_EDGE : area;
      this.count += 1;
    }
  }

  #grow(): void {
    const { ends, areas } = this;
    this.ends = new Int32Array(2 * ends.length);
    this.ends.set(ends);
    this.areas = new Uint16Array(2 * areas.length);
    this.areas.set(areas);
  }

  /** Calls a function with each row that a piece reaches into. */
  forEachRow(piece: number, take: (row: number) => void): void {
    const from = rowAt(this.ends[ENDS * piece + 1] ?? 0);
    const to = rowAt(this.ends[ENDS * piece + 3] ?? 0);
    for (let row = Math.min(from, to); row <= Math.max(from, to); row += 1) take(row);
  }
}

/** Returns the row of a latitude. The poles belong to the outermost ones. */
export function rowAt(y: number): number {
  return Math.max(0, Math.min(ROWS - 1, Math.floor((y + HALF_TURN / 2) / ROW_UNITS)));
}
