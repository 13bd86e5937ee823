import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { codeOfPages, PROJECT } from '../../support/readme.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docker-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Refuses what Docker Compose refuses: a required variable in neither the environment nor `.env`. */
const DOCKER = `#!/bin/sh
if [ -f .env ]; then . ./.env; fi
for name in $REQUIRED; do
  eval "value=\\\${$name}"
  if [ -z "$value" ]; then echo "required variable $name is missing" >&2; exit 1; fi
done
echo "$*" >> ran
`;

/** Every shell command of the Docker commands works in a shell of its own, as it may be copied. */
test('the commands for Docker have all that docker-compose.yml requires', () => {
  const compose = readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8');
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  expect(required).not.toEqual([]);
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 });
  const commands = codeOfPages('sh').find((code) => code.includes('docker compose up')) ?? '';
  for (const command of commands.trim().split('\n')) {
    const { stderr, status } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env: {
        PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
        REQUIRED: required.join(' '),
      },
      encoding: 'utf8',
    });
    expect({ command, stderr, status }).toEqual({ command, stderr: '', status: 0 });
  }
  const ran = readFileSync(join(folder, 'ran'), 'utf8');
  expect(ran).toMatch(/compose up.*\ncompose run --rm ingest/);
  // Docker makes the folder as root, and the backup runs as `node`.
  expect(ran).toMatch(
    /--user root --cap-add CHOWN --entrypoint chown backup node \/backups\ncompose run --rm backup save --file \/backups\//,
  );
});
