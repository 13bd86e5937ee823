import { existsSync } from 'node:fs';
import type { SourceFile } from '../../../indices/provenance.js';
import { openArchive } from '../archive.js';
import { identityOf } from '../identity.js';
import { listed } from '../listed.js';
import type { Feature } from './feature.js';
import { geojsonFeatures } from './geojson.js';
import { beginningOf, companionsOf, endingOf, filePart, type Part, stemOf, unzipped } from './parts.js'; // prettier-ignore
import { shapefileFeatures } from './shapefile.js';

/** Tells the part of an archive that is meant: `borders.zip#folder/borders.shp`. */
const PART_MARK = '.zip#';

const GEOJSON_ENDINGS = ['.geojson', '.json'];
/** A Shapefile consists of them. */
const SHAPEFILE_ENDINGS = ['.shp', '.dbf', '.cpg', '.prj'];

/**
 * Reads the features of a GeoJSON `FeatureCollection` or of a Shapefile, one after the other. What
 * a file is, its content tells: GeoJSON, also gzip's; a `.shp`, with its `.dbf` beside it; a zip of
 * one of these, or `<archive>.zip#<file>` where it holds several.
 * @throws with the file's name and what to do, when it is none of these, damaged or cut off
 */
export async function* readFeatures(file: string): AsyncGenerator<Feature> {
  const { path, within } = placeOf(file);
  try {
    const part = await filePart(path);
    const signature = (await beginningOf(part, 4)).toString('hex');
    if (signature.startsWith('504b')) yield* featuresOfArchive(path, within);
    else if (signature === '0000270a') yield* shapefileFeatures(await shapefileParts(path));
    else if (signature.startsWith('1f8b')) yield* geojsonFeatures(unzipped(part).content());
    else yield* geojsonFeatures(part.content());
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new Error(`${file} cannot be read: ${reason}.`, { cause: error });
  }
}

/** Returns the paths of the files on the disk that are read; those that exist. */
export async function featurePaths(file: string): Promise<string[]> {
  const { path } = placeOf(file);
  if (endingOf(path) !== '.shp') return [path];
  const companions = await companionsOf(path);
  return companions.filter((each) => SHAPEFILE_ENDINGS.includes(endingOf(each))).sort();
}

/** Returns these files as what is made of them remembers them. */
export async function featureFiles(file: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of await featurePaths(file)) files.push(await identityOf(path));
  return files;
}

function placeOf(file: string): { path: string; within?: string } {
  const at = file.toLowerCase().lastIndexOf(PART_MARK);
  if (at < 0 || existsSync(file)) return { path: file };
  const end = at + PART_MARK.length;
  return { path: file.slice(0, end - 1), within: file.slice(end) };
}

async function shapefileParts(path: string): Promise<Part[]> {
  return await Promise.all((await featurePaths(path)).map(filePart));
}

async function* featuresOfArchive(
  path: string,
  within: string | undefined,
): AsyncGenerator<Feature> {
  const archive = await openArchive(path);
  try {
    const main = mainPart(archive.files, within);
    if (endingOf(main.name) === '.shp') {
      const stem = stemOf(main.name);
      yield* shapefileFeatures(archive.files.filter(({ name }) => stemOf(name) === stem));
    } else yield* geojsonFeatures(main.content());
  } finally {
    archive.close();
  }
}

function mainPart(parts: readonly Part[], within: string | undefined): Part {
  const named = parts.find(({ name }) => name === within);
  if (named !== undefined) return named;
  const candidates = parts.filter(({ name }) => ['.shp', ...GEOJSON_ENDINGS].includes(endingOf(name))); // prettier-ignore
  const [only, another] = candidates;
  if (within === undefined && only !== undefined && another === undefined) return only;
  const names = listed((candidates.length > 0 ? candidates : parts).map(({ name }) => name));
  if (within !== undefined) throw new Error(`it holds no ${within}, but ${names}`);
  throw new Error(
    only === undefined
      ? `it holds no .shp and no .geojson, but ${names || 'nothing'}`
      : `it holds several: ${names}; name one, as <archive>.zip#${only.name}`,
  );
}
