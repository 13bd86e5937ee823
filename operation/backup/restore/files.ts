import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine } from '../../../core/cli/printable.js';
import type { Progress } from '../../../core/cli/progress.js';
import type { Backup } from './restore.js';

/** Writes the files of a backup into a folder, over nothing that is there, and through no link. */
export async function restoreFiles(
  backup: Backup,
  folder: string,
  progress: Pick<Progress, 'note'>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for await (const entry of backup.entries()) {
    // They come first.
    if (entry.kind !== 'file') return;
    const path = join(folder, entry.name);
    const shown = oneLine(path);
    try {
      await writeFile(path, entry.text, { flag: 'wx', mode: 0o600 });
      progress.note(`${shown} is restored`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      progress.note(`${shown} is there already, and left so`);
    }
  }
}
