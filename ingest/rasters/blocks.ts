import { readFile } from 'node:fs/promises';
import { fromArrayBuffer, type TypedArray } from 'geotiff';
import { LRUCache } from 'lru-cache';
import type { Box } from '../../core/geo/box.js';
import { Grid } from '../../core/lands/grid.js';
import { frameOf, noDataOf } from './geoTiff.js';
import type { Numbers } from './source.js';

/** More than a window has, also at the poles. Lands are made side by side, so a block is seldom decoded twice. */
const MOST_BLOCKS = 300;

/** Reads a GeoTIFF that comes with the project. A block is decoded when a window needs it, and the latest are in memory. */
export async function readByBlock(path: string): Promise<Numbers> {
  const bytes = new Uint8Array(await readFile(path));
  const image = await (await fromArrayBuffer(bytes.buffer)).getImage();
  const [frame, noData] = [frameOf(image), noDataOf(image)];
  const [width, height] = [image.getTileWidth(), image.getTileHeight()];
  const across = Math.ceil(frame.columns / width);
  const grid = new Grid(frame, () => undefined);
  const blocks = new LRUCache<number, TypedArray>({ max: MOST_BLOCKS });
  let latest = -1;
  let values: TypedArray | undefined;

  function numbersIn(box: Box): number[] {
    const found: number[] = [];
    for (const { columns, rows } of grid.cellsNear(box)) {
      for (let row = Math.floor(rows[0] / height); row <= rows[1] / height; row += 1) {
        for (let column = Math.floor(columns[0] / width); column <= columns[1] / width; column += 1)
          found.push(row * across + column);
      }
    }
    return found;
  }

  async function decode(number: number): Promise<void> {
    const [left, top] = [(number % across) * width, Math.floor(number / across) * height];
    const [right, bottom] = [Math.min(left + width, frame.columns), Math.min(top + height, frame.rows)]; // prettier-ignore
    blocks.set(number, await image.readRasters({ window: [left, top, right, bottom], interleave: true })); // prettier-ignore
  }

  return {
    frame,
    async prepare(boxes) {
      latest = -1;
      for (const number of boxes.flatMap(numbersIn)) if (!blocks.has(number)) await decode(number);
    },
    valueAt(column, row) {
      const [right, down] = [Math.floor(column / width), Math.floor(row / height)];
      const number = down * across + right;
      if (latest !== number) {
        latest = number;
        values = blocks.get(number);
      }
      const columns = Math.min(width, frame.columns - right * width);
      const value = values?.[(row - down * height) * columns + column - right * width];
      return value === noData ? undefined : value;
    },
  };
}
