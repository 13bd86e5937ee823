import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Role, rolesOf, WHO, type Who } from '../../../operation/access/logins.js';
import { openBackup } from '../../../operation/backup/file.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { runProgram, startProgram } from '../../support/program.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { recorder } from '../../../ingest/runs/history.js';
import { jobsOfChanges } from '../../../ingest/runs/jobs.js';
import { run } from '../ingest/small.js';
import { untilEnd } from '../../support/each.js';
import { testFolder } from '../../support/folder.js';
import { createSandbox } from '../ingest/sandbox.js';
import { restoreInto } from './usedService.js';
import { record, type Recorded, type Recording } from './recordingServer.js';

const sandbox = untilEnd(createSandbox());
const { path: folder } = testFolder();
let token = '';
const recordings = {} as Record<Who, Recording>;

/** Each does all that it does, with an Elasticsearch of its own before the same one. */
beforeAll(async () => {
  for (const who of WHO) recordings[who] = await record(process.env.ELASTICSEARCH_URL ?? '');
  await as('ingest', async (client) => {
    const context = { client, indexPrefix: sandbox.indexPrefix };
    await run(context);
    await run(context, ['cities'], { hold: true });
    await run(context, ['markers']);
    const changes = join(folder, 'changes.ndjson');
    writeFileSync(changes, '{"delete": "AND_Canillo"}');
    const options = { replaceSource: true, allowShrink: true };
    await run(context, ['cities'], options, jobsOfChanges([changes], {}));
    await recorder(context, silentProgress)({ begun: new Date().toISOString(), resource: 'cities', outcome: 'done' }); // prettier-ignore
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
    const { indexPrefix } = sandbox;
    const file = join(folder, 'backup.ndjson');
    const env = { ELASTICSEARCH_URL: recordings.backup.url, INDEX_PREFIX: indexPrefix };
    const { code, stderr } = await runProgram(
      'operation/backup/main',
      ['save', '--file', file],
      env,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lost = [`${indexPrefix}-tokens`, `${indexPrefix}-city-ids`];
    await sandbox.client.indices.delete({ index: lost });
    await restoreInto({ client, indexPrefix }, await openBackup(file));
  });
}, 240_000);
afterAll(() => {
  for (const recording of Object.values(recordings)) recording.close();
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
  const env = { PATH: process.env.PATH, ELASTICSEARCH_URL: recordings.api.url, INDEX_PREFIX: sandbox.indexPrefix, PORT: '0', SHUTDOWN_DELAY_MS: '0', METRICS_PORT: '0' }; // prettier-ignore
  const { child, says, output, ended } = startProgram([process.execPath, 'dist/src/main.js'], {
    env,
  });
  await says('/metrics"');
  const [base = '', metrics = ''] = [...output().matchAll(/"address":"([^"]+)"/g)].map(([, address]) => address); // prettier-ignore
  expect(await (await fetch(metrics)).text()).toMatch(/^geo_ingestion_last_run_outcome\{resource="cities",outcome="done"\} 1$/m); // prettier-ignore
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (const path of PATHS) await (await fetch(`${base}${path}`, { headers })).text();
  for (const [action, more] of [['update', { season: 1, icon: 1 }], ['remove', {}]] as const) {
    const body = JSON.stringify({ id: '000001', ...more });
    const { status } = await fetch(`${base}/markers/${action}`, { method: 'PUT', headers, body });
    expect({ action, status }).toEqual({ action, status: 200 });
  } // prettier-ignore
  child.kill('SIGTERM');
  await ended;
}

/** What a request takes, as Elasticsearch's documentation of privileges has it. */
interface Needed {
  /** Undefined: of the cluster. */
  index?: string;
  privilege: string;
}

const READS = new Set(['_search', '_msearch', '_mget', '_count', '_pit', '_termvectors']);
const WRITES = new Set(['_bulk', '_create', '_update']);
const ADMINISTERS = new Set(['_refresh', '_flush', '_forcemerge', '_block', '_stats', '_clone']);
const DESCRIBES = new Set(['_mapping', '_settings', '_alias', '_aliases']);

/** Lists the privileges that a request takes. */
function neededFor(request: Recorded): Needed[] {
  const { method, path, body } = request;
  const [first = '', ...others] = path.split('/').slice(1);
  if (first === '' || first === '_cluster') return [{ privilege: 'monitor' }];
  if (first.startsWith('_')) return neededByBody(request, first);
  // `PUT /index/_doc/id`, `PUT /index/_block/write`.
  const [operation] = others;
  const privilege = privilegeOf(method, operation);
  const own = first.split(',').map((index) => ({ index, privilege }));
  if (operation !== '_msearch') return own;
  return [...own, ...headersOf(body).map((index) => ({ index, privilege: 'read' }))];
}

function privilegeOf(method: string, operation: string | undefined): string {
  const isReading = method === 'GET' || method === 'HEAD';
  if (operation === undefined) return isReading ? 'view_index_metadata' : 'manage';
  if (operation === '_doc') return isReading ? 'read' : 'write';
  if (READS.has(operation)) return 'read';
  if (WRITES.has(operation)) return 'write';
  if (ADMINISTERS.has(operation)) return 'manage';
  if (DESCRIBES.has(operation)) return isReading ? 'view_index_metadata' : 'manage';
  throw new Error(`It is not known what ${method} ${operation} takes.`);
}

function neededByBody({ method, path, body }: Recorded, first: string): Needed[] {
  // Of a point in time, which was opened by its index.
  if (first === '_pit' || (first === '_search' && body.includes('"pit"'))) return [];
  if (first === '_msearch') return headersOf(body).map((index) => ({ index, privilege: 'read' }));
  if (first === '_aliases') {
    const { actions } = JSON.parse(body) as { actions: Record<string, { index: string; alias?: string }>[] };
    return actions
      .flatMap((action) => Object.values(action))
      .flatMap(({ index, alias }) => (alias === undefined ? [index] : [index, alias]))
      .map((index) => ({ index, privilege: 'manage' }));
  }
  if (first === '_mget') {
    const { docs } = JSON.parse(body) as { docs: { _index: string }[] };
    return docs.map(({ _index: index }) => ({ index, privilege: 'read' }));
  }
  throw new Error(`It is not known what ${method} ${path} takes.`);
} // prettier-ignore

/** The indices that the lines before searches name. */
function headersOf(body: string): string[] {
  const lines = body.split('\n').filter((line) => line !== '');
  return lines
    .filter((_, at) => at % 2 === 0)
    .flatMap((line) => {
      const { index = [] } = JSON.parse(line) as { index?: string | string[] };
      return typeof index === 'string' ? index.split(',') : index;
    });
}

/** Privileges that include another one. */
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

test.each(WHO)('the role of %s has all privileges that it needs, and no other', (who) => {
  const role = rolesOf(sandbox.indexPrefix)[who];
  const { requests } = recordings[who];
  expect(requests.length).toBeGreaterThan(5);
  // Requests about the cluster are optional.
  const needed = requests.flatMap(neededFor).filter(({ index }) => index !== undefined);
  expect(needed.filter((each) => !isGranted(role, each))).toEqual([]);
  const isUsed = (names: string[], wanted: string): boolean =>
    needed.some(({ privilege, index = '' }) => privilege === wanted && names.some((name) => matches(name, index))); // prettier-ignore
  const unused = role.indices.flatMap(({ names, privileges }) =>
    privileges.filter((privilege) => !isUsed(names, privilege)),
  );
  expect(unused).toEqual([]);
});

test('only the tokens and the backup may write tokens, and the API only markers', () => {
  const roles = rolesOf('geo');
  const writers = (index: string): Who[] =>
    WHO.filter((who) => isGranted(roles[who], { index, privilege: 'write' }));
  expect(writers('geo-tokens')).toEqual(['tokens', 'backup']);
  expect(writers('geo-cities-g20261121t104500123')).toEqual(['ingest', 'backup']);
  expect(writers('geo-markers')).toEqual(['api', 'ingest', 'backup']);
  // Without it, a node that has lost its master would count as well, and answer with old data.
  expect(isGranted(roles.api, { privilege: 'monitor' })).toBe(true);
  for (const who of WHO) {
    expect(isGranted(roles[who], { index: 'other-cities', privilege: 'read' })).toBe(false);
    expect(roles[who].cluster).not.toContain('manage');
  }
});
