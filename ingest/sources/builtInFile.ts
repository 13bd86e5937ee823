import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { SourceFile } from '../../indices/provenance.js';

/** Those of `data/`, whose README tells where each comes from. */
export type BuiltInName =
  | 'biomes.tif'
  | 'biomes.tsv'
  | 'capitals.tsv'
  | 'cities.tsv.gz'
  | 'city-names.tsv.gz'
  | 'elevation.tif'
  | 'places.ndjson.gz'
  | 'regions.tsv.gz';

/** Returns the path of a file that comes with the project. */
export function builtInFile(name: BuiltInName): string {
  return join(import.meta.dirname, '../data', name);
}

const require = createRequire(import.meta.url);

const PIECE_BYTES = 1024 * 1024;

/**
 * Reads a whole file, of any size.
 * @throws when it is none: what is no file may have no end, or nobody who writes it
 */
export function sourceFile(path: string): SourceFile {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  if (!statSync(path).isFile()) throw new Error(`${path} is no file.`);
  const file = openSync(path, 'r');
  try {
    let bytes = 0;
    for (;;) {
      const length = readSync(file, piece, 0, PIECE_BYTES, null);
      if (length === 0) return { name: basename(path), bytes, sha256: hash.digest('hex') };
      hash.update(piece.subarray(0, length));
      bytes += length;
    }
  } finally {
    closeSync(file);
  }
}

/** A file that comes with the project: what is made from it can be made again at any time. */
export type BuiltInSource = SourceFile & { builtIn: true };

/** Returns one of our own. */
export function builtInSource(name: BuiltInName): BuiltInSource {
  return { ...sourceFile(builtInFile(name)), builtIn: true };
}

/** Returns one of a package; `name` tells it to a person. */
export function packageFile(specifier: string, name = specifier): BuiltInSource {
  return { ...sourceFile(require.resolve(specifier)), name, builtIn: true };
}
