import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { nameOf } from '../files/address.js';
import { locationOf } from '../files/openFile.js';
import { partsOf, TILES } from '../files/parts.js';
import { featureFiles } from '../files/readFeatures.js';
import { builtInFile, builtInSources } from '../reference/builtInFile.js';
import { sourceFile } from '../files/dataFile.js';
import { readByBlock } from './blocks.js';
import { readPolygons } from './readPolygons.js';
import type { BiomeSource, HeightSource, NamedNumbers } from './source.js';
import { readHeaders, openTiles } from './tileFiles.js';
import { numbersOf } from './tiles.js';

/** The user's files of heights and biomes. */
export interface TerrainFiles {
  heights?: string;
  biomes?: { raster: string; names: string } | { polygons: string; name: string };
}

export interface Terrain {
  heights?: HeightSource;
  biomes?: BiomeSource;
}

export function builtInHeights(): HeightSource {
  return {
    others: builtInSources('elevation.tif'),
    read: () => readByBlock(builtInFile('elevation.tif')),
  };
}

export function builtInBiomes(): BiomeSource {
  const [raster, table] = [builtInFile('biomes.tif'), builtInFile('biomes.tsv')];
  return {
    others: builtInSources('biomes.tif', 'biomes.tsv'),
    read: async () => ({
      ...(await readByBlock(raster)),
      nameOf: namesIn(readFileSync(table), raster, table),
    }),
  };
}

/** Returns the heights and biomes that a sources file names. */
export async function terrainFrom({ heights, biomes }: TerrainFiles): Promise<Terrain> {
  return {
    ...(heights !== undefined && { heights: await heightsFrom(heights) }),
    ...(biomes !== undefined && { biomes: await biomesFrom(biomes) }),
  };
}

/**
 * Returns the heights of a GeoTIFF, or of a folder of them: WGS 84, of any size, side by side or one
 * over the other. They are read block by block where lands are made. A place that no file covers has no height.
 * @throws with one sentence if there is no such file
 */
export async function heightsFrom(path: string): Promise<HeightSource> {
  const found = partsOf(path, TILES);
  const read = async () => numbersOf(await readHeaders(found), 'mean');
  return { files: await openTiles(found), read };
}

/**
 * Returns the biomes of a raster with a table of names, or of polygons.
 * @throws when a file is not there
 */
export async function biomesFrom(
  biomes: NonNullable<TerrainFiles['biomes']>,
): Promise<BiomeSource> {
  if ('polygons' in biomes) {
    const { polygons, name } = biomes;
    return { files: await featureFiles(polygons), read: () => readPolygons(polygons, name) };
  }
  const { raster, names: table } = biomes;
  const found = partsOf(raster, TILES);
  const names = await readFile(locationOf(table).path);
  return {
    files: await openTiles(found),
    others: [{ ...sourceFile(table, names), role: 'mapping' }],
    read: async () => ({
      ...numbersOf(await readHeaders(found), 'most'),
      nameOf: namesIn(names, raster, table),
    }),
  };
}

/** Reads a table of a number and a name, with tabs between them, below a line of headings. */
function namesIn(bytes: Buffer, raster: string, table: string): NamedNumbers['nameOf'] {
  const [rasterName, tableName] = [basename(raster), nameOf(table)];
  const [, ...lines] = bytes
    .toString()
    .replace(/[\r\n]+$/, '')
    .split(/\r?\n/);
  const rows = lines.map((line) => line.split('\t'));
  const width = Math.max(2, rows[0]?.length ?? 0);
  const uneven = rows.findIndex(({ length }) => length !== width);
  if (uneven >= 0)
    throw new Error(
      `${tableName} cannot be read (line ${uneven + 2} does not have ${width} cells). Each line needs a number, a tab and a name, below one heading line.`,
    );
  // Excel puts names with a comma between quotation marks.
  const unquoted = (name = ''): string => name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
  const names = new Map(rows.map(([number, name]) => [Number(number), unquoted(name)]));
  return (number) => {
    const name = names.get(number);
    if (name !== undefined) return name;
    throw new Error(
      `${rasterName} has ${number}, which ${tableName} does not name: add a line with this number and a name.`,
    );
  };
}
