import type { Box } from '../geo/box.js';
import type { Frame, RasterPart, RasterWindow } from '../../indices/lands.js';
import { type CellRange, Grid, type ValueAt } from './grid.js';

/** Returns the cells of a raster that the boxes touch, and their neighbours. */
export function cutWindow(frame: Frame, valueAt: ValueAt, boxes: readonly Box[]): RasterWindow {
  const grid = new Grid(frame, valueAt);
  const ranges = boxes.flatMap((box) => grid.cellsNear(box));
  return { frame, parts: ranges.map((range) => cutPart(range, valueAt)) };
}

function cutPart(
  { columns: [left, right], rows: [top, bottom] }: CellRange,
  valueAt: ValueAt,
): RasterPart {
  const values: (number | null)[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const value = valueAt(column, row);
      values.push(value !== undefined && Number.isFinite(value) ? value : null);
    }
  }
  const [first] = values;
  const isUniform = first !== undefined && values.every((value) => value === first);
  const place = { column: left, row: top, columns: right - left + 1, rows: bottom - top + 1 };
  return { ...place, values: isUniform ? [first] : values };
}

/** Opens a window like the whole raster. Cells outside of the window are unknown. */
export function openWindow({ frame, parts }: RasterWindow): Grid {
  const opened = parts.map((part) => ({
    ...part,
    values: Float32Array.from(part.values, (value) => value ?? NaN),
  }));
  return new Grid(frame, (column, row) => {
    for (const { values, ...part } of opened) {
      const right = column - part.column;
      const down = row - part.row;
      const isIn = right >= 0 && right < part.columns && down >= 0 && down < part.rows;
      if (isIn) return values[values.length === 1 ? 0 : down * part.columns + right];
    }
    return undefined;
  });
}
