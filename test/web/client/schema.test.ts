import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT } from '../../support/docs.js';

test('the types are those of the routes: if not, run `npm run client:schema`', () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(PROJECT, 'tools/scripts/schemas.mjs'), 'client', '--check'],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('the package has the version of the service', () => {
  const [ofService, ofClient] = ['package.json', 'web/client/package.json'].map(
    (file) =>
      (JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as { version: string }).version,
  );
  expect(ofClient).toBe(ofService);
});
