import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WHO, type Who } from '../../../operation/access/logins.js';
import { patienceMs } from '../../support/patience.js';
import { MORE, run } from '../../store/ingest/small.js';
import { ingestAndorra, LAND_ID } from '../outages/andorra.js';
import { startApiProcess } from '../outages/api.js';
import { expectOutage } from '../outages/expectations.js';
import { INDEX_PREFIX, SecuredElasticsearch } from './secured.js';

// One story, told in its order, with the security of Elasticsearch itself.
const elasticsearch = new SecuredElasticsearch();
const backup = join(elasticsearch.folder.path, 'backup.ndjson');
let token = '';

beforeAll(async () => {
  await elasticsearch.start();
  const { client } = elasticsearch.ingestion();
  // An earlier version has stored a build in its markers.
  const index = 'geo-markers-g20260101t000000000';
  await client.indices.create({ index, aliases: { 'geo-markers': {} } });
  const document = { id: 'circle', land_id: LAND_ID, location: [1.5, 42.5], season: 2, icon: 1, skin: '' }; // prettier-ignore
  await client.index({ index, id: 'circle', document });
  await ingestAndorra(client, INDEX_PREFIX);
}, patienceMs);
afterAll(() => elasticsearch.remove());

describe('each login does its work', () => {
  test.each([
    'promote cities --replace-source --allow-change',
    'rollback cities',
    'status',
    'history',
  ])('ingest %s', async (command) => {
    if (command.startsWith('promote'))
      await run(
        elasticsearch.ingestion(),
        ['cities'],
        { hold: true, replaceSource: true, allowChange: true },
        MORE,
      );
    const { code, stderr } = await elasticsearch.run('ingest', `ingest ${command}`);
    expect({ code, stderr: stderr.replace(/^.*: .*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
  });

  test('the tokens', async () => {
    for (const command of ['create --name game --scope internal', 'create --name old --scope public', 'create --name page --scope public', 'revoke old', 'rotate page', 'show game', 'list']) {
      const { code, stdout, stderr } = await elasticsearch.run('tokens', `tokens ${command}`);
      expect([command, code, stderr]).toEqual([command, 0, expect.not.stringContaining('lacks')]);
      if (command.startsWith('create --name game')) token = stdout.trim();
    }
  }); // prettier-ignore

  test('an API key has the privileges of its program', async () => {
    const { code, stdout } = await elasticsearch.run('admin', 'access key tokens --expires-days 1');
    expect(code).toBe(0);
    const settings = { ...elasticsearch.settings('nobody'), ELASTICSEARCH_API_KEY: stdout.trim() };
    expect(await elasticsearch.runWith(settings, 'tokens list')).toMatchObject({ code: 0 });
    const { code: other, stderr } = await elasticsearch.runWith(settings, 'ingest status');
    expect([other, stderr]).toEqual([1, expect.stringContaining('lacks the privileges read')]);
  });

  test('the API answers every lookup, checks tokens and writes markers', async () => {
    const api = await startApiProcess(elasticsearch.settings('api'));
    const update = (secret: string) =>
      fetch(`${api.address}/markers/update`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: 'square', season: 3, icon: 1 }),
      });
    try {
      await api.untilRight();
      expect((await update(token)).status).toBe(200);
      expect(
        (await update(token.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).status,
      ).toBe(401);
    } finally {
      await api.stop();
    }
  });

  test('the backup saves, and restores what was lost', async () => {
    const saved = await elasticsearch.run('backup', 'backup save --json --file', backup);
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(saved.stdout)).toMatchObject({ counts: { marker: 2, token: 4 } });
    const admin = elasticsearch.client('admin');
    const lost = Object.keys(await admin.indices.get({ index: 'geo-builds-g*,geo-token*,geo-city-ids' })); // prettier-ignore
    await admin.indices.delete({ index: lost });
    const { code, stderr, stdout } = await elasticsearch.run('backup', 'backup restore --json --file', backup); // prettier-ignore
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('valid again') });
    expect(JSON.parse(stdout)).toMatchObject({ markers: { restored: 2 }, tokens: { restored: 4 } });
  });
});

describe('another login is refused by name, with what it lacks', () => {
  const hidden = (index: string): RegExp =>
    new RegExp(`^The login geo-\\w+ lacks the privileges read and view_index_metadata on ([\\w*-]+, )*${index}[,.]`, 'm'); // prettier-ignore
  const forbidden = (privilege: string): RegExp =>
    new RegExp(`action \\[[^\\]]+\\] is unauthorized for user \\[geo-\\w+\\].*granted by the \\w+ privileges \\[[^\\]]*\\b${privilege}\\b`); // prettier-ignore

  test.each<[string, Who, RegExp]>([
    ['ingest status', 'tokens', hidden('geo-builds\\*')],
    ['ingest history', 'tokens', hidden('geo-runs')],
    ['ingest diff cities --with previous', 'tokens', hidden('geo-cities\\*')],
    ['ingest rollback cities', 'api', forbidden('manage')],
    ['ingest remove', 'ingest', hidden('geo-tokens')],
    ['tokens show game', 'ingest', hidden('geo-tokens')],
    ['tokens revoke game', 'api', forbidden('manage')],
    ['tokens create --name other --scope public', 'api', forbidden('manage')],
    ['backup save --file', 'ingest', hidden('geo-tokens')],
    ['backup save --file', 'tokens', hidden('geo-builds\\*')],
    ['backup restore --dry-run --file', 'tokens', hidden('geo-city-ids')],
    ['access key api', 'ingest', forbidden('manage_security')],
  ])('%s as %s', async (command, login, reason) => {
    const file = command.includes('save') ? `${backup}.other` : backup;
    const more = command.endsWith('--file') ? [file] : [];
    const { code, stdout, stderr } = await elasticsearch.run(login, command, ...more);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(reason);
    expect(stderr).toContain(`geo-${login}`);
    expect(existsSync(`${backup}.other`)).toBe(false);
  });

  test('no login may do more than its program', async () => {
    const may: Record<string, string> = {};
    const names = ['cities-g1', 'markers-g1', 'builds-g1', 'city-ids', 'ingestions', 'runs', 'tokens', 'token-names', 'token-uses']; // prettier-ignore
    const privileges = ['read', 'write', 'manage'] as const;
    for (const who of WHO) {
      const index = [...names.map((name) => `geo-${name}`), 'other-cities', '.security'];
      const answer = await elasticsearch
        .client(who)
        .security.hasPrivileges({ index: [{ names: index, privileges: [...privileges] }] });
      for (const [name, held] of Object.entries(answer.index)) {
        const initials = privileges.filter((one) => held[one]).map(([initial]) => initial);
        may[name] = `${may[name] ?? ''} ${who}:${initials.join('') || '-'}`;
      }
      expect(answer.cluster).toEqual({});
    }
    expect(may).toEqual({
      'geo-cities-g1': ' api:r ingest:rwm tokens:- backup:r',
      'geo-markers-g1': ' api:r ingest:rwm tokens:- backup:r',
      'geo-builds-g1': ' api:rw ingest:r tokens:- backup:rwm',
      'geo-city-ids': ' api:- ingest:rwm tokens:- backup:rwm',
      'geo-ingestions': ' api:r ingest:rwm tokens:- backup:rwm',
      'geo-runs': ' api:r ingest:rwm tokens:- backup:-',
      'geo-tokens': ' api:r ingest:- tokens:rwm backup:rwm',
      'geo-token-names': ' api:- ingest:- tokens:rwm backup:-',
      'geo-token-uses': ' api:rw ingest:- tokens:rwm backup:rwm',
      'other-cities': ' api:- ingest:- tokens:- backup:-',
      '.security': ' api:- ingest:- tokens:- backup:-',
    });
  });
});

test('a new version takes no privilege from a running older one, until it is told to prune', async () => {
  const { security } = elasticsearch.client('admin');
  // An earlier version wrote markers with these privileges.
  const indices = [{ names: ['geo-markers*', 'geo-tokens'], privileges: ['read', 'write'] }];
  await security.putRole({ name: 'geo-api', cluster: ['monitor'], indices });
  const mayWrite = async (...names: string[]): Promise<(boolean | undefined)[]> => {
    const index = [{ names, privileges: ['write' as const] }];
    const held = (await elasticsearch.client('api').security.hasPrivileges({ index })).index;
    return names.map((name) => held[name]?.write);
  };
  const users = (...more: string[]) =>
    elasticsearch.run('admin', 'access users --passwords', `${elasticsearch.folder.path}/secrets`, ...more);
  const { code, stdout, stderr } = await users();
  expect({ code, stdout }).toEqual({ code: 0, stdout: WHO.map((who) => `geo-${who}\n`).join('') });
  expect(stderr).toBe(
    'geo-api keeps privileges that only another version needs: write on geo-markers*; write on geo-tokens. When no process of that version runs, pass --prune.\n',
  );
  expect(await mayWrite('geo-markers-g1', 'geo-builds-g1')).toEqual([true, true]);
  expect(await users()).toMatchObject({ code: 0, stderr });
  expect(await users('--prune')).toMatchObject({ code: 0, stderr: '' });
  expect(await mayWrite('geo-markers-g1', 'geo-builds-g1')).toEqual([false, true]);
  expect(await users()).toMatchObject({ code: 0, stderr: '' });
}); // prettier-ignore

const unauthorized = /rejects the login\. Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME/;

test.each([
  ['ingest status', 'ingest', 'not-the-password'],
  ['tokens list', 'tokens', 'not-the-password'],
  ['backup restore --file', 'backup', 'not-the-password'],
  ['ingest history', 'nobody', ''],
] as const)('%s as %s with the password "%s" is rejected', async (command, login, password) => {
  const more = command.endsWith('--file') ? [backup] : [];
  const settings = elasticsearch.settings(login, password);
  const { code, stdout, stderr } = await elasticsearch.runWith(settings, command, ...more);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(unauthorized);
  expect(stderr).not.toContain('not-the-password');
});

test.each([
  ['a wrong password', 'not-the-password', unauthorized, /unable to authenticate user \[geo-api\]/],
  ['the login of the tokens', undefined, /rejects the login/, /unauthorized for user \[geo-tokens\]/],
])('the API with %s: 503, and its log says why', async (_, password, symptom, logged) => {
  const settings = elasticsearch.settings(password === undefined ? 'tokens' : 'api', password);
  const api = await startApiProcess(settings);
  try {
    await expectOutage(api, symptom);
    expect(api.log()).toMatch(logged);
    expect(api.log()).not.toContain('not-the-password');
    expect((await api.get('/countries/findAll')).text).not.toMatch(/authenticate|login/);
  } finally {
    await api.stop();
  }
}); // prettier-ignore
