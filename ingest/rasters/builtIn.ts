import { builtInFile, builtInSource } from '../builtInFile.js';
import { readBiomes } from './biomes.js';
import { readGrid } from './readGrid.js';
import type { Biomes, Heights, RasterSource } from './source.js';

/** The heights that come with the project. */
export function builtInHeights(): RasterSource<Heights> {
  const path = builtInFile('elevation.tif');
  return {
    files: [builtInSource('elevation.tif')],
    async read() {
      const grid = await readGrid(path);
      return { at: (point) => grid.interpolatedAt(point) };
    },
  };
}

/** The biomes that come with the project. */
export function builtInBiomes(): RasterSource<Biomes> {
  const raster = builtInFile('biomes.tif');
  const names = builtInFile('biomes.tsv');
  return {
    files: [builtInSource('biomes.tif'), builtInSource('biomes.tsv')],
    read: () => readBiomes(raster, names),
  };
}
