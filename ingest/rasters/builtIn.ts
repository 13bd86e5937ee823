import { builtInFile, builtInSource } from '../sources/builtInFile.js';
import { frameOf, noDataOf, withGeoTiff } from './geoTiff.js';
import { readNames } from './names.js';
import type { BiomeSource, HeightSource, Numbers } from './source.js';

/** The heights that come with the project. */
export function builtInHeights(): HeightSource {
  return {
    files: [builtInSource('elevation.tif')],
    read: () => readWhole(builtInFile('elevation.tif')),
  };
}

/** The biomes that come with the project. */
export function builtInBiomes(): BiomeSource {
  const [raster, table] = [builtInFile('biomes.tif'), builtInFile('biomes.tsv')];
  return {
    files: [builtInSource('biomes.tif'), builtInSource('biomes.tsv')],
    read: async () => ({ ...(await readWhole(raster)), names: await readNames(raster, table) }),
  };
}

/**
 * Reads a GeoTIFF of one band, whole, into memory.
 * @throws with one sentence when it cannot be read, or is no north-up grid of WGS 84 degrees
 */
export async function readWhole(path: string): Promise<Numbers> {
  return withGeoTiff(path, async (image) => {
    const values = await image.readRasters({ interleave: true });
    const [frame, noData] = [frameOf(image), noDataOf(image)];
    return {
      frame,
      valueAt(column, row) {
        const value = values[row * frame.columns + column];
        return value === noData ? undefined : value;
      },
    };
  });
}
