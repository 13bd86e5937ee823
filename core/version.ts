import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Finds a file of the project's folder, which is one folder higher for the compiled code. */
export function findProjectFile(name: string): string | undefined {
  const paths = [`../${name}`, `../../${name}`].map((path) => join(import.meta.dirname, path));
  return paths.find((path) => existsSync(path));
}

/** Reads a file of the project's folder. */
export function readProjectFile(name: string): string | undefined {
  const file = findProjectFile(name);
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

/** The version in package.json. */
export const VERSION = readVersion();

function readVersion(): string {
  const text = readProjectFile('package.json');
  if (text === undefined) throw new Error('package.json is missing. Install the service again.');
  return (JSON.parse(text) as { version: string }).version;
}
