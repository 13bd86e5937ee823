import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Role, rolesOf, WHO, type Who } from '../../../operation/access/roles.js';
import { checkBackup, entriesIn, writeBackup } from '../../../operation/backup/file.js';
import { findStored, storedEntries } from '../../../operation/backup/stored.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { freePort } from '../../support/freePort.js';
import { run } from '../ingest/small.js';
import { createSandbox, type Sandbox } from '../ingest/sandbox.js';
import { restoreInto } from './usedService.js';
import { neededFor, type Needed } from './neededPrivileges.js';
import { record, type Recording } from './recordingServer.js';

let sandbox: Sandbox;
let folder: string;
let token = '';
const recordings = {} as Record<Who, Recording>;

/** Each does all that it does, with an Elasticsearch of its own before the same one. */
beforeAll(async () => {
  sandbox = createSandbox();
  folder = mkdtempSync(join(tmpdir(), 'privileges-'));
  for (const who of WHO) recordings[who] = await record(process.env.ELASTICSEARCH_URL);
  await as('ingest', async (client) => {
    const context = { client, indexPrefix: sandbox.indexPrefix };
    await run(context);
    await run(context, ['cities'], { hold: true });
    await run(context, ['markers']);
  });
  await as('tokens', async (client) => {
    const tokens = new TokenStore(client, sandbox.indexPrefix);
    ({ token } = await tokens.create({ name: 'game', scope: 'internal' }));
    const { id } = await tokens.create({ name: 'old', scope: 'public' });
    await tokens.revoke(id);
    await tokens.list();
  });
  await askApi();
  await as('backup', async (client) => {
    const context = { client, indexPrefix: sandbox.indexPrefix };
    const file = join(folder, 'backup.ndjson');
    const { indexPrefix } = context;
    const begun = new Date().toISOString();
    const manifest = { format: 1, begun, version: '0', indexPrefix, markersUuid: null };
    await writeBackup(file, manifest, storedEntries(client, await findStored(context)));
    await checkBackup(file);
    const { client: plain } = sandbox;
    await plain.indices.delete({ index: [`${indexPrefix}-tokens`, `${indexPrefix}-city-ids`] });
    await restoreInto(context, { manifest, entries: () => entriesIn(file) });
  });
}, 240_000);
afterAll(async () => {
  for (const recording of Object.values(recordings)) recording.close();
  rmSync(folder, { recursive: true });
  await sandbox.remove();
});

async function as(who: Who, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ node: recordings[who].url, maxRetries: 0 });
  await work(client);
  await client.close();
}

const PATHS = [
  '/health/ready',
  '/data',
  '/countries/findAll',
  '/countries/findByLocation?lat=42.5&lng=1.5',
  '/cities/findByName?token=a',
  '/cities/findByLocation?lat=42.5&lng=1.5',
  '/lands/findByLocation?lat=42.5&lng=1.5&k=1',
  '/places/findByLocation?lat=48&lng=2&k=1',
  '/markers/findByRadius?lat=48&lng=2&radius=5000&season=1',
];

async function askApi(): Promise<void> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    env: {
      PATH: process.env.PATH,
      ELASTICSEARCH_URL: recordings.api.url,
      INDEX_PREFIX: sandbox.indexPrefix,
      PORT: String(port),
      SHUTDOWN_DELAY_MS: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const base = `http://127.0.0.1:${port}`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  while (!(await fetch(`${base}/health/live`).then((answer) => answer.ok, () => false))) await sleep(50); // prettier-ignore
  for (const path of PATHS) await (await fetch(`${base}${path}`, { headers })).text();
  for (const [action, more] of [['update', { season: 1, icon: 1 }], ['remove', {}]] as const) {
    const body = JSON.stringify({ id: '000001', ...more });
    const { status } = await fetch(`${base}/markers/${action}`, { method: 'PUT', headers, body });
    expect({ action, status }).toEqual({ action, status: 200 });
  } // prettier-ignore
  child.kill('SIGTERM');
  await ended;
}

/** Of the one there is more than of the other. */
const IMPLIED: Record<string, string[]> = { view_index_metadata: ['manage'] };

function isGranted(role: Role, { index, privilege }: Needed): boolean {
  const sufficient = [privilege, ...(IMPLIED[privilege] ?? [])];
  if (index === undefined) return sufficient.some((each) => role.cluster.includes(each));
  return role.indices.some(
    ({ names, privileges }) =>
      names.some((name) => matches(name, index)) &&
      privileges.some((each) => sufficient.includes(each)),
  );
}

function matches(name: string, index: string): boolean {
  return name.endsWith('*') ? index.startsWith(name.slice(0, -1)) : index === name;
}

/** Asked of all, and done without where it is not allowed: how the cluster is built, and is. */
const isOptional = ({ index }: Needed): boolean => index === undefined;

test.each(WHO)('the role of %s has all that it takes, and no privilege more', (who) => {
  const role = rolesOf(sandbox.indexPrefix)[who];
  const { requests } = recordings[who];
  expect(requests.length).toBeGreaterThan(5);
  const needed = requests.flatMap(neededFor).filter((each) => !isOptional(each));
  const refused = needed.filter((each) => !isGranted(role, each));
  expect(refused).toEqual([]);
  const unused = role.indices.flatMap(({ names, privileges }) =>
    privileges.filter(
      (privilege) =>
        !needed.some(
          (each) =>
            each.privilege === privilege && names.some((name) => matches(name, each.index ?? '')),
        ),
    ),
  );
  expect(unused).toEqual([]);
});

test('nobody but the tokens and the backup may write tokens, nor the API anything but markers', () => {
  const roles = rolesOf('geo');
  const write = (index: string): Who[] =>
    WHO.filter((who) => isGranted(roles[who], { index, privilege: 'write' }));
  expect(write('geo-tokens')).toEqual(['tokens', 'backup']);
  expect(write('geo-cities-g20261121t104500123')).toEqual(['ingest', 'backup']);
  expect(write('geo-markers')).toEqual(['api', 'ingest', 'backup']);
  // Else a node that has lost its master is none that is not well: it answers with what is old.
  expect(isGranted(roles.api, { privilege: 'monitor' })).toBe(true);
  for (const who of WHO) {
    expect(isGranted(roles[who], { index: 'other-cities', privilege: 'read' })).toBe(false);
    expect(roles[who].cluster).not.toContain('manage');
  }
});
