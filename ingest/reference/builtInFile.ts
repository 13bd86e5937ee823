import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FileSource } from '../../indices/provenance.js';
import { LANGUAGES, type Names, namesBy } from '../../indices/languages.js';
import { sourceFile } from '../files/dataFile.js';

/** Returns the path of a built-in file. The README of `data/` says where each comes from. */
export function builtInFile(name: string): string {
  return join(import.meta.dirname, '../data', name);
}

/** Reads the rows of a built-in table, without its headings. */
export function builtInTable(name: string): string[][] {
  return builtInLines(name).slice(1);
}

/** Reads the headings and the rows of a built-in table. */
export function builtInLines(name: string): string[][] {
  const bytes = readFileSync(builtInFile(name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
}

/**
 * Reads a built-in table of names: an id, then a column for each language.
 * @throws if the columns of the file are not the languages
 */
export function builtInNames(name: string): Map<string, Names> {
  const [[, ...languages] = [], ...rows] = builtInLines(name);
  if (languages.join() !== LANGUAGES.join()) {
    throw new Error(`The columns of ${name} are not the languages. Make the file again.`);
  }
  return new Map(rows.map(([id = '', ...cells]) => [id, namesBy((_, column) => cells[column])]));
}

const require = createRequire(import.meta.url);

/** Returns the provenance of built-in files. */
export function builtInSources(...names: string[]): FileSource[] {
  return names.map((name) => ({ ...sourceFile(builtInFile(name)), builtIn: true }));
}

/** Returns the provenance of a file of a package. */
export function packageFile(specifier: string): FileSource {
  return { ...sourceFile(require.resolve(specifier)), name: specifier, builtIn: true };
}
