import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SourceFile } from '../../indices/provenance.js';

/** The files of `data/`. Its README says where each comes from. */
export type BuiltInName =
  | 'biomes.tif'
  | 'biomes.tsv'
  | 'capitals.tsv'
  | 'cities.tsv.gz'
  | 'city-aliases.tsv.gz'
  | 'city-names.tsv.gz'
  | 'country-aliases.tsv'
  | 'elevation.tif'
  | 'island-towns.tsv'
  | 'places.ndjson.gz'
  | 'region-codes.tsv'
  | 'regions.tsv.gz';

/** Returns the path of a built-in file. */
export function builtInFile(name: BuiltInName): string {
  return join(import.meta.dirname, '../data', name);
}

/** Reads the rows of a built-in table, without its headings. */
export function builtInTable(name: BuiltInName): string[][] {
  const bytes = readFileSync(builtInFile(name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}

const require = createRequire(import.meta.url);

/** Returns the provenance of a small file. */
export function sourceFile(path: string, content: Uint8Array = readFileSync(path)): SourceFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: basename(path), bytes: content.length, sha256 };
}

/** A built-in file: data made from it can be made again at any time. */
export type BuiltInSource = SourceFile & { builtIn: true };

/** Returns the provenance of built-in files. */
export function builtInSources(...names: BuiltInName[]): BuiltInSource[] {
  return names.map((name) => ({ ...sourceFile(builtInFile(name)), builtIn: true }));
}

/** Returns the provenance of a file of a package. @param name what users see */
export function packageFile(specifier: string, name = specifier): BuiltInSource {
  return { ...sourceFile(require.resolve(specifier)), name, builtIn: true };
}
