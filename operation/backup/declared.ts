import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { UsageError } from '../../core/cli/failure.js';
import { readSources } from '../../ingest/sources/readSources.js';
import type { Entry } from './entry.js';

type FileEntry = Extract<Entry, { kind: 'file' }>;

const MAPPING = 'mapping';

/**
 * Reads the sources file and the mappings that it names beside it: what a person has written. Data
 * files are too large to be kept here, and their digests are in the history.
 * @throws when the sources file is not valid, or two files have the same name
 */
export async function* declaredFiles(sourcesFile: string | undefined): AsyncGenerator<FileEntry> {
  if (sourcesFile === undefined) return;
  const sources = await readSources(sourcesFile);
  const names = new Set<string>();
  for (const path of new Set([sourcesFile, ...mappingsIn(sources)])) {
    const name = basename(path);
    if (names.has(name)) {
      throw new UsageError(
        `Two files that ${sourcesFile} is made of are called ${name} (in ${dirname(path)}): rename one of them.`,
      );
    }
    names.add(name);
    yield { kind: 'file', name, text: await readFile(path, 'utf8') };
  }
}

function mappingsIn(value: unknown, member = ''): string[] {
  if (typeof value === 'string') return member === MAPPING ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => mappingsIn(each, name));
}
