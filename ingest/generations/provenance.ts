import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Counts, Provenance } from '../../indices/provenance.js';
import type { Resource } from './resource.js';

/** Returns what a generation that is to go live now remembers. */
export function provenanceOf(
  { sources, options }: Pick<Resource, 'sources' | 'options'>,
  { rows, indexed, rejected }: Counts,
  begun: Date,
): Provenance {
  return {
    sources: sources?.() ?? [],
    options: options ?? {},
    counts: { rows, indexed, rejected },
    begun: begun.toISOString(),
    live: new Date().toISOString(),
    version: serviceVersion(),
  };
}

/** Returns the version of the service. */
export function serviceVersion(): string {
  // Compiled, this file is one folder deeper.
  const places = ['../../package.json', '../../../package.json'];
  const file = places.map((path) => join(import.meta.dirname, path)).find(existsSync);
  if (file === undefined) throw new Error('package.json is missing: install the service again.');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Returns the names of the files of one's own that it was made from, without their mapping. */
export function ownFiles({ sources }: Pick<Provenance, 'sources'>): string[] {
  return sources
    .filter((each) => 'name' in each)
    .filter(({ builtIn, role }) => builtIn === undefined && role === undefined)
    .map(({ name }) => name);
}

/** Returns the name of the sources file that said what it is made from. */
export function sourcesFileOf({ sources }: Pick<Provenance, 'sources'>): string | undefined {
  return sources.filter((each) => 'name' in each).find(({ role }) => role === 'sources')?.name;
}

/** Returns the name of the file that tells how files of one's own are read. */
export function mappingOf({ sources }: Pick<Provenance, 'sources'>): string | undefined {
  const files = sources.filter((each) => 'name' in each);
  return files.find(({ role }) => role === 'mapping')?.name;
}
