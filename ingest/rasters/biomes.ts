import { existsSync, statSync } from 'node:fs';
import { sourceFile } from '../builtInFile.js';
import type { LandSources } from '../sources/sources.js';
import { readNames } from './names.js';
import { readPolygons } from './readPolygons.js';
import { openBiomes, type SharedBiomes } from './shared.js';
import type { Biomes, RasterSource } from './source.js';
import { lookInto, tilePaths, tileSources } from './tileFiles.js';

/**
 * Biomes of one's own.
 * @throws with one sentence when a file is not there
 */
export function biomesFrom(files: NonNullable<LandSources['biomes']>): RasterSource<Biomes> {
  return 'polygons' in files
    ? polygonBiomes(files.polygons, files.name)
    : rasterBiomes(files.raster, files.names);
}

function rasterBiomes(raster: string, table: string): RasterSource<Biomes> {
  const found = tilePaths(raster);
  assertThere(table, 'the names of biomes');
  const share = async (): Promise<SharedBiomes> => {
    const [tiles, named] = await Promise.all([lookInto(found), readNames(raster, table)]);
    return { tiles, ...named };
  };
  return sourceOf([...tileSources(found), { ...sourceFile(table), role: 'mapping' }], share);
}

function polygonBiomes(path: string, name: string): RasterSource<Biomes> {
  // One of several files of an archive is `<archive>.zip#<file>`.
  const file = path.replace(/(?<=\.zip)#.*$/i, '');
  assertThere(file, 'the polygons of biomes');
  const table = file.replace(/\.shp$/i, '.dbf');
  const files = existsSync(table) ? [...new Set([file, table])] : [file];
  return sourceOf(files.map(sourceFile), async () => ({
    polygons: await readPolygons(path, name),
  }));
}

function sourceOf(
  files: RasterSource<Biomes>['files'],
  share: () => Promise<SharedBiomes>,
): RasterSource<Biomes> {
  return { files, share, read: async () => openBiomes(await share()) };
}

function assertThere(path: string, what: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new Error(`There is no file ${path}, which should hold ${what}.`);
}
