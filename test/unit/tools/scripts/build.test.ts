import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const PROJECT = join(import.meta.dirname, '../../../..');

test.each(['build', 'tokens', 'start'])(
  '`npm run %s` before anything is installed: one sentence, and what to do',
  (command) => {
    const folder = mkdtempSync(join(tmpdir(), 'not installed '));
    try {
      for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'tools/scripts'])
        cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
      const { status, stderr } = spawnSync('npm', ['run', '--silent', command], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stderr).toMatch(/^The dependencies are not installed\. Run `npm ci.*$/m);
      expect(stderr).not.toMatch(/not found|Cannot find|at /);
      expect(status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
