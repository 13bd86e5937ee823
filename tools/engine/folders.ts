import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, found from here: this file runs as tools/engine/folders.ts and as dist/tools/engine/folders.js. */
export const projectFolder = findProjectFolder(dirname(fileURLToPath(import.meta.url)));

/** Where the data of `npm run elasticsearch` stays between runs. */
export const defaultDataFolder = join(projectFolder, 'data', 'elasticsearch');

/** The Maven project and the sources of our plugin. */
export const engineFolder = join(projectFolder, 'tools', 'engine');

/** Everything that is built. */
export const targetFolder = join(engineFolder, 'target');

function findProjectFolder(folder: string): string {
  if (existsSync(join(folder, 'tools', 'engine', 'pom.xml'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('tools/engine/pom.xml is missing: this checkout is incomplete.');
  return findProjectFolder(parent);
}
