import type { Box } from '../geo/box.js';
import type { Point } from '../geo/point.js';
import type { Frame } from '../../indices/lands.js';

/** Returns the value of a cell, or undefined or NaN if it is unknown. */
export type ValueAt = (column: number, row: number) => number | undefined;

/** The first and the last column, and the first and the last row. */
export interface CellRange {
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

/** Far more than rounding changes in a position, in cells. */
const ROUNDING = 1e-6;

/** Looks up points and boxes in a raster, also across ±180° and at the poles. */
export class Grid {
  readonly #raster: Frame;
  readonly #valueAt: ValueAt;
  /** True if the last column is next to the first one. */
  readonly #goesAround: boolean;

  constructor(raster: Frame, valueAt: ValueAt) {
    this.#raster = raster;
    this.#valueAt = valueAt;
    this.#goesAround = Math.abs(360 / raster.cellWidth - raster.columns) < ROUNDING;
  }

  /** Returns the value of the cell that holds a point, if it is known. */
  at({ latitude, longitude }: Point): number | undefined {
    const { columns, rows } = this.#raster;
    const column = indexOf(this.#eastwards(longitude), columns);
    const row = indexOf(this.#southwards(latitude), rows);
    return column === undefined || row === undefined ? undefined : this.#value(column, row);
  }

  /**
   * Returns the bilinear mean of the four cells whose centres are around a point. Unknown cells and
   * cells beyond the edges are left out. So at the edges and the poles only the nearest row or column
   * counts.
   * @param beyond returns the value at the centre of a cell beyond the edges
   */
  interpolatedAt(
    { latitude, longitude }: Point,
    beyond?: (middle: Point) => number | undefined,
  ): number | undefined {
    const { columns, rows } = this.#raster;
    const eastwards = this.#eastwards(longitude);
    const southwards = this.#southwards(latitude);
    if (indexOf(eastwards, columns) === undefined) return undefined;
    if (indexOf(southwards, rows) === undefined) return undefined;
    const column = Math.floor(eastwards - 0.5);
    const row = Math.floor(southwards - 0.5);
    const east = eastwards - 0.5 - column;
    const south = southwards - 0.5 - row;
    let sum = 0;
    let weights = 0;
    for (const [right, below] of CORNERS) {
      const value = this.#cornerAt(column + right, row + below, beyond);
      if (value === undefined) continue;
      const weight = (right === 1 ? east : 1 - east) * (below === 1 ? south : 1 - south);
      sum += weight * value;
      weights += weight;
    }
    return weights > 0 ? sum / weights : undefined;
  }

  /** Returns whether all cells that the boxes touch have the same value, or all are unknown. */
  isUniform(boxes: readonly Box[]): boolean {
    let first: number | undefined;
    let isFirst = true;
    for (const box of boxes) {
      const [firstColumn, lastColumn] = this.#columnsOf(box);
      const [firstRow, lastRow] = this.#rowsOf(box);
      for (let row = firstRow; row <= lastRow; row += 1) {
        for (let column = firstColumn; column <= lastColumn; column += 1) {
          const value = this.#value(column, row);
          if (isFirst) first = value;
          else if (value !== first) return false;
          isFirst = false;
        }
      }
    }
    return true;
  }

  /** Returns the cells that a box touches and their neighbours; none if it lies beside the grid. */
  cellsNear(box: Box): CellRange[] {
    const { columns, rows } = this.#raster;
    const [firstRow, lastRow] = this.#rowsOf(box);
    const top = Math.max(0, firstRow - 1);
    const bottom = Math.min(rows - 1, lastRow + 1);
    if (top > bottom) return [];
    const [first, last] = this.#columnsOf(box);
    const [left, right] = [first - 1, last + 1];
    const turns = this.#goesAround ? [-columns, 0, columns] : [0];
    return turns.flatMap((turn) => {
      const range = [Math.max(0, left + turn), Math.min(columns - 1, right + turn)] as const;
      return range[0] <= range[1] ? [{ columns: range, rows: [top, bottom] as const }] : [];
    });
  }

  #cornerAt(
    column: number,
    row: number,
    beyond?: (middle: Point) => number | undefined,
  ): number | undefined {
    if (beyond === undefined || this.#has(column, row)) return this.#value(column, row);
    const { west, north, cellWidth, cellHeight } = this.#raster;
    const latitude = north - (row + 0.5) * cellHeight;
    if (Math.abs(latitude) > 90) return undefined;
    const degrees = west + (column + 0.5) * cellWidth;
    return beyond({ latitude, longitude: ((((degrees + 180) % 360) + 360) % 360) - 180 });
  }

  #has(column: number, row: number): boolean {
    const { columns, rows } = this.#raster;
    if (row < 0 || row >= rows) return false;
    return this.#goesAround || (column >= 0 && column < columns);
  }

  /** Returns the first and the last column that a box touches, as if the grid had no edges. */
  #columnsOf({ west, east }: Box): [number, number] {
    const { cellWidth } = this.#raster;
    // Rounding matters at ±180°, because a meridian is looked up as 180° or as -180°.
    const start = this.#eastwards(west) - ROUNDING;
    const end = start + (east - west) / cellWidth + 2 * ROUNDING;
    // The box begins west of the western edge.
    const turn = end > 360 / cellWidth ? 360 / cellWidth : 0;
    return [Math.floor(start - turn), Math.floor(end - turn)];
  }

  #rowsOf({ south, north }: Box): [number, number] {
    const { rows } = this.#raster;
    const [first, last] = [this.#southwards(north), this.#southwards(south)];
    return [indexOf(first, rows) ?? Math.floor(first), indexOf(last, rows) ?? Math.floor(last)];
  }

  /** Returns the distance from the western edge in cells, less than once around the globe. */
  #eastwards(longitude: number): number {
    const { west, cellWidth } = this.#raster;
    const degrees = (longitude - west) % 360;
    return (degrees < 0 ? degrees + 360 : degrees) / cellWidth;
  }

  /** Returns the distance from the northern edge in cells. */
  #southwards(latitude: number): number {
    const { north, cellHeight } = this.#raster;
    return (north - latitude) / cellHeight;
  }

  #value(column: number, row: number): number | undefined {
    if (!this.#has(column, row)) return undefined;
    const { columns } = this.#raster;
    const value = this.#valueAt((column + columns) % columns, row);
    return Number.isNaN(value) ? undefined : value;
  }
}

/** Steps to the right and down. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Returns the index of the cell at a position, both edges included, or undefined beyond them. */
function indexOf(position: number, count: number): number | undefined {
  if (position < -ROUNDING || position > count + ROUNDING) return undefined;
  return Math.min(Math.max(Math.floor(position), 0), count - 1);
}
