import { builtInFile, builtInSource } from '../builtInFile.js';
import { readNames } from './names.js';
import { readRaster } from './readGrid.js';
import { openBiomes, openHeights, type SharedTiles } from './shared.js';
import type { Biomes, Heights, RasterSource } from './source.js';
import { lookInto } from './tileFiles.js';

/** Blocks that a thread keeps: those of some thousand kilometres around the lands it makes. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** The heights that come with the project. Threads read but the blocks that their lands need. */
export function builtInHeights(): RasterSource<Heights> {
  const path = builtInFile('elevation.tif');
  return {
    files: [builtInSource('elevation.tif')],
    share: () => tilesOf(path),
    read: async () => openHeights({ raster: await readRaster(path) }),
  };
}

/** The biomes that come with the project, as {@link builtInHeights}. */
export function builtInBiomes(): RasterSource<Biomes> {
  const path = builtInFile('biomes.tif');
  const names = () => readNames(path, builtInFile('biomes.tsv'));
  return {
    files: [builtInSource('biomes.tif'), builtInSource('biomes.tsv')],
    share: async () => ({ ...(await tilesOf(path)), ...(await names()) }),
    read: async () => openBiomes({ raster: await readRaster(path), ...(await names()) }),
  };
}

async function tilesOf(path: string): Promise<SharedTiles> {
  return { tiles: await lookInto({ paths: [path] }), keptBytes: KEPT_BYTES };
}
