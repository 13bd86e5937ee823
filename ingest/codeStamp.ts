import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['.', '../indices', '../geo'].map((folder) => join(import.meta.dirname, folder));

/**
 * Stands for all code that decides what documents look like: another stamp, perhaps other
 * documents. A hash of the files themselves, so that nobody has to remember to count it up.
 */
export function codeStamp(): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.[jt]s$/.test(name)).sort()) {
      hash.update(file).update(readFileSync(join(folder, file)));
    }
  }
  return hash.digest('hex');
}
