import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../install.mjs';

const file = join(projectFolder, 'data', 'quickstart.json');

/**
 * Reads the notes of the quickstarts of this folder.
 * @returns {{ provider?: 'container' | 'local', api?: { address: string, pid: number, reach?: string } }} `provider` holds
 * the data. `api` was started last, and `reach` is the variable that a shell needs for its Elasticsearch.
 */
export function readNotes() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read. Correct it, or remove it. (${error.message})`, {
      cause: error,
    });
  }
}

/** Adds to the notes. Undefined members are removed. */
export function note(news) {
  const notes = { ...readNotes(), ...news };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(notes)}\n`);
  renameSync(`${file}.new`, file);
}
