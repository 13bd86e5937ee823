import { existsSync, statSync } from 'node:fs';
import { sourceFile } from '../sources/builtInFile.js';
import type { LandSources } from '../sources/sources.js';
import { readNames } from './names.js';
import { readPolygons } from './readPolygons.js';
import type { BiomeSource } from './source.js';
import { lookInto, tilePaths, tileSources } from './tileFiles.js';
import { numbersOf } from './tiles.js';

/**
 * Biomes of one's own.
 * @throws with one sentence when a file is not there
 */
export function biomesFrom(files: NonNullable<LandSources['biomes']>): BiomeSource {
  return 'polygons' in files
    ? polygonBiomes(files.polygons, files.name)
    : rasterBiomes(files.raster, files.names);
}

function rasterBiomes(raster: string, table: string): BiomeSource {
  const found = tilePaths(raster);
  assertThere(table, 'the names of biomes');
  return {
    files: [...tileSources(found), { ...sourceFile(table), role: 'mapping' }],
    read: async () => {
      const [tiles, names] = await Promise.all([lookInto(found), readNames(raster, table)]);
      return { ...numbersOf(tiles, 'most'), names };
    },
  };
}

function polygonBiomes(path: string, name: string): BiomeSource {
  // One of several files of an archive is `<archive>.zip#<file>`.
  const file = path.replace(/(?<=\.zip)#.*$/i, '');
  assertThere(file, 'the polygons of biomes');
  const table = file.replace(/\.shp$/i, '.dbf');
  const files = existsSync(table) ? [...new Set([file, table])] : [file];
  return { files: files.map(sourceFile), read: () => readPolygons(path, name) };
}

function assertThere(path: string, what: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new Error(`There is no file ${path}, which should hold ${what}.`);
}
