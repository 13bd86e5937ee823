import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rolesOf } from '../../../operation/access/roles.js';
import { record, type Recording } from './recordingServer.js';

let elasticsearch: Recording;
let folder: string;
beforeEach(async () => {
  elasticsearch = await record();
  folder = mkdtempSync(join(tmpdir(), 'logins-'));
});
afterEach(() => {
  elasticsearch.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Not by `spawnSync`, for the server is in this process. */
function access(args: string[], url = elasticsearch.url): Promise<Ended> {
  const env = { PATH: process.env.PATH, ELASTICSEARCH_URL: url, INDEX_PREFIX: 'game' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/operation/access/main.js', ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      },
    );
  });
}

test('users get the passwords of the files, and roles of their own', async () => {
  writeFileSync(join(folder, 'api'), 'password of the API\n');
  writeFileSync(join(folder, 'tokens'), 'password of the tokens');
  const { code, stdout, stderr } = await access(['users', '--passwords', folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('game-api\ngame-tokens\n');
  const roles = rolesOf('game');
  const sent = elasticsearch.requests.map(({ method, path, body }) => [
    `${method} ${path}`,
    JSON.parse(body) as unknown,
  ]);
  expect(sent).toEqual([
    ['PUT /_security/role/game-api', roles.api],
    ['PUT /_security/user/game-api', { password: 'password of the API', roles: ['game-api'] }],
    ['PUT /_security/role/game-tokens', roles.tokens],
    ['PUT /_security/user/game-tokens', { password: 'password of the tokens', roles: ['game-tokens'] }],
  ]);
}); // prettier-ignore

test('a key has the privileges of a role, and is alone on standard output', async () => {
  const { code, stdout } = await access(['key', 'ingest', '--expires-days', '30']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'a key\n' });
  const [{ path, body } = { path: '', body: '{}' }] = elasticsearch.requests;
  expect(path).toBe('/_security/api_key');
  expect(JSON.parse(body)).toEqual({
    name: 'game-ingest',
    role_descriptors: { 'game-ingest': rolesOf('game').ingest },
    expiration: '30d',
  });
});

test('what cannot be done is told before anything is made', async () => {
  writeFileSync(join(folder, 'api'), 'short');
  const refused = [
    await access(['users', '--passwords', folder]),
    await access(['users', '--passwords', join(folder, 'nowhere')]),
    await access(['key', 'nobody']),
  ];
  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(refused.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('shorter than 6 characters'),
    expect.stringContaining('Correct --passwords'),
    expect.stringContaining('Allowed choices are api'),
  ]);
  expect(elasticsearch.requests).toEqual([]);
});

test('an Elasticsearch without security is told of', async () => {
  const { code, stderr } = await access(['key', 'api'], process.env.ELASTICSEARCH_URL);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Turn its security on/);
});
