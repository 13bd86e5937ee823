import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { mapAsync } from 'es-toolkit/array';
import type { GeoTIFFImage } from 'geotiff';
import type { Frame } from '../../indices/lands.js';
import type { FileSource } from '../../indices/provenance.js';
import { changed, type Inputs, openDataFiles } from '../files/dataFile.js';
import type { Parts } from '../files/parts.js';
import { frameOf, noDataOf, withGeoTiff } from './geoTiff.js';

const OPENED_AT_ONCE = 16;

/** A GeoTIFF that is read in parts. */
export interface TileFile {
  readonly path: string;
  /** Its name for messages. */
  readonly name: string;
  readonly frame: Frame;
  readonly noData: number | undefined;
}

/** Opens tiles as one input. @throws if one cannot be read */
export async function openTiles({ paths, folder }: Parts): Promise<NonNullable<Inputs['files']>> {
  if (folder === undefined) return await openDataFiles(paths);
  const opened = await identityOf(folder, paths);
  return [
    {
      source: () => Promise.resolve(opened),
      complaints: async () =>
        isDeepStrictEqual(await identityOf(folder, paths), opened) ? [] : [changed(folder)],
    },
  ];
}

/** Identifies a folder by names, sizes and times of its files, because it may be too large to be read as a whole. */
async function identityOf(folder: string, paths: readonly string[]): Promise<FileSource> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const path of paths) {
    const { size, mtimeMs } = await stat(path);
    hash.update(`${relative(folder, path)}\n${size}\n${Math.round(mtimeMs)}\n`);
    bytes += size;
  }
  return { name: basename(folder), bytes, sha256: hash.digest('hex') };
}

/**
 * Reads the header of every file, so that an unreadable file is reported before any change.
 * @throws with one sentence that names the file
 */
export async function readHeaders({ paths, folder }: Parts): Promise<TileFile[]> {
  const readHeader = (path: string): Promise<TileFile> => {
    const name = folder === undefined ? basename(path) : relative(folder, path);
    const describe = async (image: GeoTIFFImage): Promise<TileFile> => {
      const { size } = await stat(path);
      const end = await endOf(image);
      if (end > size) throw new Error(`it should have ${end} bytes, and has ${size}`);
      return { path, name, frame: frameOf(image), noData: noDataOf(image) };
    };
    return withGeoTiff(path, describe, name);
  };
  return await mapAsync(paths, readHeader, { concurrency: OPENED_AT_ONCE });
}

/** Returns the position in the file at which its last block ends. */
async function endOf({ fileDirectory, isTiled }: GeoTIFFImage): Promise<number> {
  const [offsets, lengths] = await Promise.all([
    fileDirectory.loadValue(isTiled ? 'TileOffsets' : 'StripOffsets'),
    fileDirectory.loadValue(isTiled ? 'TileByteCounts' : 'StripByteCounts'),
  ]);
  const ends = Array.from(offsets ?? [], (offset, at) => offset + (lengths?.[at] ?? 0));
  return ends.reduce((end, each) => Math.max(end, each), 0);
}
