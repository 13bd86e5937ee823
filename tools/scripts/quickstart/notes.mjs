import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../install.mjs';

const file = join(projectFolder, 'data', 'quickstart.json');

/**
 * What quickstarts of this folder noted beside the data.
 * @returns {{ provider?: 'container' | 'local', api?: { address: string, pid: number, reach?: string } }} `provider` holds
 * the data; `api` was started last, and `reach` is how a shell reaches the Elasticsearch that it was given.
 */
export function readNotes() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read: correct it, or remove it. (${error.message})`, {
      cause: error,
    });
  }
}

/** Notes news, whole or not at all; what is undefined is forgotten. */
export function note(news) {
  const notes = { ...readNotes(), ...news };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(notes)}\n`);
  renameSync(`${file}.new`, file);
}
