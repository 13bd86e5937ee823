import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json, which is one folder higher for the compiled code. */
export const VERSION = readVersion();

function readVersion(): string {
  const paths = ['../package.json', '../../package.json'];
  const file = paths
    .map((path) => join(import.meta.dirname, path))
    .find((path) => existsSync(path));
  if (file === undefined) throw new Error('package.json is missing. Install the service again.');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
