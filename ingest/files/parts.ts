import { type Dirent, readdirSync, statSync } from 'node:fs';
import { escapeRegExp } from 'es-toolkit/string';
import { UsageError } from '../../core/cli/failure.js';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isAddress } from './address.js';

/** The files that count in a folder. */
export interface PartKind {
  ending: RegExp;
  /** Names the kind in messages. */
  what: string;
}

export const ANY_PART: PartKind = { ending: /$/, what: 'file' };
export const PARQUET: PartKind = { ending: /\.parquet$/i, what: 'Parquet (*.parquet)' };
export const SHAPEFILES: PartKind = { ending: /\.(?:shp|zip)$/i, what: 'Shapefile (*.shp, *.zip)' };
export const TILES: PartKind = { ending: /\.tiff?$/i, what: 'GeoTIFF (*.tif, *.tiff)' };

/** One file, or several that are read as one. */
export interface Parts {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Absent for a single file. */
  readonly folder?: string;
}

/** Names that programs give to files beside the data, such as `_SUCCESS` and `.part-0.crc`. */
const BESIDE = /^[._]/;

/**
 * Returns the files that a path names: the file itself, the files of a folder and of the folders in it,
 * or the files that a `*` in the last part of the path stands for.
 * @throws with one sentence if a folder or a `*` has none
 */
export function partsOf(path: string, { ending, what }: PartKind): Parts {
  if (isAddress(path)) return { paths: [path] };
  const isFolder = isOf(path, 'isDirectory');
  const glob = basename(path);
  if (!isFolder && (!glob.includes('*') || isOf(path, 'isFile'))) return { paths: [path] };
  const folder = isFolder ? path : dirname(path);
  const isMeant = isFolder ? ending : patternOf(glob);
  // Links to folders are not followed, because one may lead to a folder that holds it.
  const entries = isOf(folder, 'isDirectory') ? readdirSync(folder, { recursive: isFolder, withFileTypes: true }) : []; // prettier-ignore
  const paths = entries
    .filter((entry) => isMeant.test(entry.name) && isFile(entry))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (each) =>
        !relative(folder, each)
          .split(sep)
          .some((name) => BESIDE.test(name)),
    )
    .sort();
  if (paths.length > 0) return { paths, folder };
  throw new UsageError(
    isFolder ? `The folder ${path} holds no ${what}.` : `There is no file ${path}.`,
  );
}

function isOf(path: string, kind: 'isFile' | 'isDirectory'): boolean {
  return statSync(path, { throwIfNoEntry: false })?.[kind]() === true;
}

/** True for a link to a file, too. */
function isFile(entry: Dirent): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && isOf(join(entry.parentPath, entry.name), 'isFile')); // prettier-ignore
}

function patternOf(glob: string): RegExp {
  const literals = glob.split(/\*+/).map(escapeRegExp);
  return new RegExp(`^${literals.join('.*')}$`, 'su');
}
