import { builtInFile, builtInSource } from '../builtInFile.js';
import { readNames } from './names.js';
import { readRaster } from './readGrid.js';
import { openBiomes, openHeights } from './shared.js';
import type { Biomes, Heights, RasterSource } from './source.js';

/** The heights that come with the project. */
export function builtInHeights(): RasterSource<Heights> {
  const share = async () => ({ raster: await readRaster(builtInFile('elevation.tif')) });
  return {
    files: [builtInSource('elevation.tif')],
    share,
    read: async () => openHeights(await share()),
  };
}

/** The biomes that come with the project. */
export function builtInBiomes(): RasterSource<Biomes> {
  const path = builtInFile('biomes.tif');
  const share = async () => {
    const [raster, named] = await Promise.all([
      readRaster(path),
      readNames(path, builtInFile('biomes.tsv')),
    ]);
    return { raster, ...named };
  };
  return {
    files: [builtInSource('biomes.tif'), builtInSource('biomes.tsv')],
    share,
    read: async () => openBiomes(await share()),
  };
}
