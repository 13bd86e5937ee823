import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readGrid } from './readGrid.js';
import type { Biomes } from './source.js';

/** The number of a cell of which no biome is known. */
const NONE = 0;

/**
 * Reads a grid of numbers, and their names: a table of a number and a name, with tabs between
 * them, below a line of headings.
 */
export async function readBiomes(raster: string, table: string): Promise<Biomes> {
  const [grid, names] = await Promise.all([readGrid(raster), readNames(table)]);
  return {
    at(point) {
      const number = grid.at(point);
      if (number === undefined || number === NONE) return undefined;
      const name = names.get(number);
      if (name !== undefined) return name;
      const files = `${basename(raster)} has ${number}, which ${basename(table)}`;
      throw new Error(`${files} does not name: add a line with this number and a name.`);
    },
    isUniform: (boxes) => grid.isUniform(boxes),
  };
}

async function readNames(path: string): Promise<ReadonlyMap<number, string>> {
  const lines = parse(await readFile(path), { delimiter: '\t', from_line: 2 });
  return new Map(lines.map(([number = '', name = '']) => [Number(number), name]));
}
