import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a file of the project's folder, which is one folder higher for the compiled code. */
export function readProjectFile(name: string): string | undefined {
  const paths = [`../${name}`, `../../${name}`].map((path) => join(import.meta.dirname, path));
  const file = paths.find((path) => existsSync(path));
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

/** The version in package.json. */
export const VERSION = (JSON.parse(readProjectFile('package.json') ?? '{}') as { version: string })
  .version;
