import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';

/** A folder for the files of a test. */
export class Folder {
  readonly path: string;

  constructor(prefix = 'files-') {
    this.path = mkdtempSync(join(tmpdir(), prefix));
  }

  /** @param name may have folders in it */
  write(name: string, content: string | Uint8Array = '', mode?: number): string {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
    return file;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Makes a folder that is removed after the tests of a file. */
export function testFolder(prefix?: string): Folder {
  const folder = new Folder(prefix);
  afterAll(() => {
    folder.remove();
  });
  return folder;
}

/** Makes a folder that is empty at the beginning of each test. */
export function emptyFolder(prefix?: string): Folder {
  const folder = testFolder(prefix);
  afterEach(() => {
    folder.remove();
    mkdirSync(folder.path, { mode: 0o700 });
  });
  return folder;
}
