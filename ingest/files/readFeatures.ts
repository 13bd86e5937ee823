import { extname } from 'node:path';
import { type DataFile, openDataFiles } from './dataFile.js';
import type { Feature } from './feature.js';
import { assertFitsMemory, geojsonFeatures } from './geojson.js';
import {
  beginningOf,
  locationOf,
  type OnRead,
  openFile,
  pathsBeside,
  unusable,
} from './openFile.js';
import { BESIDE_SHP, shapefileFeatures } from './shapefile.js';

const SHAPEFILE_SIGNATURE = '0000270a';
const FEATURE_FILE = /\.(?:shp|geojson|json)$/i;

/**
 * Reads the features of a GeoJSON `FeatureCollection` or of a Shapefile one after the other. The
 * content says which one a file is: GeoJSON, also packed by gzip; a `.shp` with its `.dbf` beside it;
 * a zip of one of these, or `<archive>.zip#<file>` where it holds several.
 * @throws with the file's name and what to do, when it is none of these, damaged or cut off
 */
export async function* readFeatures(file: string, onRead?: OnRead): AsyncGenerator<Feature> {
  try {
    const { main, companions, close } = await openFile(file, (name) => FEATURE_FILE.test(name));
    try {
      const begin = (await beginningOf(main, 4)).toString('hex');
      const isShapefile = begin === SHAPEFILE_SIGNATURE || endingOf(main.name) === '.shp';
      if (isShapefile) yield* shapefileFeatures(await companions(), onRead);
      else yield* geojsonFeatures(main.content(onRead));
    } finally {
      close();
    }
  } catch (error) {
    throw unusable(file, error);
  }
}

/**
 * Opens the files on the disk that are read, first the named one.
 * @throws when one is not there, or is GeoJSON that does not fit into memory
 */
export async function featureFiles(file: string): Promise<DataFile[]> {
  const { path } = locationOf(file);
  const beside = endingOf(path) === '.shp' ? await pathsBeside(path) : [];
  const others = beside.filter((each) => BESIDE_SHP.includes(endingOf(each))).sort();
  const files = await openDataFiles([file, ...others]);
  for (const { bytes } of files.slice(0, 1))
    await assertFitsMemory(path, bytes).catch((error: unknown) => {
      throw unusable(file, error);
    });
  return files;
}

function endingOf(name: string): string {
  return extname(name).toLowerCase();
}
