import type { TypedArray } from 'geotiff';
import { withGeoTiff, frameOf } from './geoTiff.js';
import { Grid, type Raster } from './grid.js';

/**
 * Reads a GeoTIFF of one band, whole, into memory.
 * @throws with one sentence when it cannot be read, or is no north-up grid of WGS 84 degrees
 */
export async function readGrid(path: string): Promise<Grid> {
  return new Grid(await readRaster(path));
}

/** As {@link readGrid}, in memory that all threads can read. */
export async function readRaster(path: string): Promise<Raster> {
  return withGeoTiff(path, async (image) => {
    const values = await image.readRasters({ interleave: true });
    return { ...frameOf(image), values: shared(values) };
  });
}

function shared(values: TypedArray): ArrayLike<number> {
  const Numbers = values.constructor as new (buffer: SharedArrayBuffer) => TypedArray;
  const copy = new Numbers(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
