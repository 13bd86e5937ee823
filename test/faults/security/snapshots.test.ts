import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readProjectFile } from '../../support/docs.js';
import { patienceMs } from '../../support/patience.js';
import { startProgram } from '../../support/program.js';
import { ingestAndorra, LAND_ID } from '../outages/andorra.js';
import { INDEX_PREFIX, SecuredElasticsearch } from './secured.js';

// Runs the commands of docs/backup.md, in the order of the page.
const [, page = ''] = readProjectFile('docs/backup.md').split('\n## Snapshots\n');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = '']) => code);
const [preamble = '', register = '', take = '', , restore = '', , merge = '', replace = ''] =
  blocks;

const elasticsearch = new SecuredElasticsearch();
const MERGED = 'merge.ndjson.gz';
/** Runs the compiled programs instead of `npm run`. */
const NPM = `npm() {
  case $2 in
    backup) program=operation/backup/main;;
    ingest) program=ingest/main;;
    tokens) program=src/access/tokens/main;;
  esac
  shift 3
  node "dist/$program.js" "$@"
}`;

beforeAll(async () => {
  await elasticsearch.start();
  await ingestAndorra(elasticsearch.ingestion().client, INDEX_PREFIX);
  await tokens('create --name game --scope internal');
  await tokens('create --name old --scope public');
  await build('square', 3);
}, patienceMs);
afterAll(async () => {
  rmSync(MERGED, { force: true });
  await elasticsearch.remove();
});

const shell = (block: string, login: 'admin' | 'backup' = 'admin') => {
  const settings = elasticsearch.settings(login);
  const { ELASTICSEARCH_USERNAME: user, ELASTICSEARCH_PASSWORD: password } = settings;
  const env = { PATH: process.env.PATH, ...settings, LOGIN: `${user}:${password}` };
  const script = [preamble.replace(/^export.*$/m, ''), NPM, block].join('\n');
  return startProgram(['bash', '-euo', 'pipefail', '-c', script], { env }).ended;
};

const tokens = (command: string) => elasticsearch.run('tokens', `tokens ${command}`);
const build = (id: string, season: number) =>
  elasticsearch.client('admin').index({ index: 'geo-builds', id, document: { id, land_id: LAND_ID, location: [1.5, 42.5], season, icon: 1, skin: '' }, refresh: true }); // prettier-ignore
const season = async () =>
  (await elasticsearch.client('admin').get<{ season: number }>({ index: 'geo-builds', id: 'square' }))._source?.season; // prettier-ignore
const done = { code: 0, stderr: expect.not.stringContaining('error') as unknown };

test('bodies are JSON, also those for SLM, which this Elasticsearch lacks', () => {
  const bodies = [...page.matchAll(/--data '(.*?)'/gs)].map(([, body = '']) => body);
  expect(bodies).toHaveLength(6);
  for (const body of bodies) expect(JSON.parse(body)).toEqual(expect.anything());
});

test('the login of the backup takes snapshots, and may do no more with them', async () => {
  expect(await shell(register, 'backup')).toMatchObject({ code: 22, stdout: expect.stringContaining('[geo-backup]') }); // prettier-ignore
  expect(await shell(register)).toMatchObject(done);
  const { code, stdout } = await shell(take, 'backup');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^geo-[\d-]+ +SUCCESS +0 /m);
  for (const index of ['geo-builds-g', 'geo-tokens', 'geo-token-uses', 'geo-city-ids'])
    expect(stdout).toContain(`"${index}`);
  expect(stdout).not.toMatch(/"geo-(cities|ingestions|lands|markers)/);
  expect(await shell(restore, 'backup')).toMatchObject({ code: 22, stdout: expect.stringContaining('unauthorized for user [geo-backup]') }); // prettier-ignore
});

test('merged into live data, what is newer stays', async () => {
  await tokens('revoke old');
  await build('square', 4);
  const admin = elasticsearch.client('admin');
  const { hits } = await admin.search({ index: 'geo-tokens', query: { term: { name: 'game' } } });
  await admin.delete({ index: 'geo-tokens', id: hits.hits[0]?._id ?? '', refresh: true });
  const { code, stdout, stderr } = await shell(merge);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/valid again: \w+ \(game\)/) }); // prettier-ignore
  expect(stdout).toContain('tokens: 1 of 2 restored, 0 unchanged, 1 newer');
  expect(await season()).toBe(4);
  expect((await tokens('list')).stdout).toMatch(/ old .*revoked/);
  expect(await admin.indices.get({ index: 'restored-*' })).toEqual({});
});

test('what is live is replaced', async () => {
  const { stdout, ...ended } = await shell(replace);
  expect(ended).toMatchObject(done);
  // The page says so: the revoked token is valid again.
  expect(stdout).toMatch(/ old +created \S+, expires never, last used/);
  expect(await season()).toBe(3);
});

test('into an empty cluster', async () => {
  const admin = elasticsearch.client('admin');
  await admin.indices.delete({ index: Object.keys(await admin.indices.get({ index: 'geo-*' })) });
  expect(await shell(restore)).toMatchObject(done);
  expect(await season()).toBe(3);
  expect((await tokens('list')).stdout).toMatch(/ game .*\n.* old /);
  expect(existsSync(MERGED)).toBe(true);
});
