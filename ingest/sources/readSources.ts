import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../core/cli/failure.js';
import type { FileSource } from '../../indices/provenance.js';
import { validated } from '../files/declaration.js';
import type { DeclaredPath, SchemaContext } from '../files/rules.js';
import { sourceFile } from '../files/dataFile.js';
import { type Sources, sourcesSchema } from './schema.js';

/** A sources file, read. Its paths are absolute. */
export interface DeclaredSources extends Sources {
  /** The file itself, for the provenance of what is made by it. */
  file: FileSource;
  paths: readonly DeclaredPath[];
}

/**
 * Reads a sources file, in JSON or YAML.
 * @throws one error that lists every fault with its place, also the files that are not there
 */
export async function readSources(file: string): Promise<DeclaredSources> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(
      `The sources file ${file} cannot be read (${(error as Error).message}): correct --sources or SOURCES_FILE.`,
      { cause: error },
    );
  });
  const context: SchemaContext = { folder: dirname(resolve(file)), paths: [] };
  const { value, faults } = validated(bytes, sourcesSchema, context);
  if (faults.length === 0 && Object.keys(value ?? {}).length === 0) {
    faults.push('it names nothing: for the built-in data, leave out --sources and SOURCES_FILE');
  }
  if (faults.length === 0) {
    const { paths } = context;
    return { ...value, paths, file: { ...sourceFile(file, bytes), role: 'sources' } };
  }
  const lines = faults.map((fault) => `- ${fault}`);
  throw new UsageError(
    [`${file} is not valid:`, ...lines, 'docs/ingestion.md shows what may be in it.'].join('\n'),
  );
}
