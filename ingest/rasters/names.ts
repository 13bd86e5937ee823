import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';

/** The number of a cell of which no biome is known. */
const NONE = 0;

/** The names that stand for the numbers of a raster. */
export interface BiomeNames {
  readonly names: ReadonlyMap<number, string>;
  /** Without its folder, as that of the names. */
  readonly rasterName: string;
  readonly tableName: string;
}

/**
 * Reads the names of a raster's numbers: a table of a number and a name, with tabs between them,
 * below a line of headings.
 */
export async function readNames(raster: string, table: string): Promise<BiomeNames> {
  const lines = await linesOf(table);
  return {
    names: new Map(lines.map(([number = '', name = '']) => [Number(number), name])),
    rasterName: basename(raster),
    tableName: basename(table),
  };
}

async function linesOf(table: string): Promise<string[][]> {
  try {
    return parse(await readFile(table), { delimiter: '\t', from_line: 2, bom: true });
  } catch (error) {
    throw new Error(
      `${basename(table)} cannot be read (${(error as Error).message}): it is to have a number and a name in each line, with a tab between them, below a line of headings.`,
      { cause: error },
    );
  }
}

/** @throws when the number has no name, with what to do */
export function nameOf(
  { names, rasterName, tableName }: BiomeNames,
  number: number | null,
): string | undefined {
  if (number === null || number === NONE) return undefined;
  const name = names.get(number);
  if (name !== undefined) return name;
  throw new Error(
    `${rasterName} has ${number}, which ${tableName} does not name: add a line with this number and a name.`,
  );
}
