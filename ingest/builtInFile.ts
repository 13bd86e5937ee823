import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { SourceFile } from '../indices/provenance.js';

/** Those of `data/`, whose README tells where each comes from. */
export type BuiltInName = 'biomes.tif' | 'biomes.tsv' | 'city-names.tsv.gz' | 'elevation.tif';

/** Returns the path of a file that comes with the project. */
export function builtInFile(name: BuiltInName): string {
  return join(import.meta.dirname, 'data', name);
}

const require = createRequire(import.meta.url);

/** Reads a whole file, which must fit into memory. */
export function sourceFile(path: string): SourceFile {
  const content = readFileSync(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: basename(path), bytes: content.length, sha256 };
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
