import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { errors } from '@elastic/elasticsearch';
import { readRegistry } from '../../../../ingest/cities/registry.js';
import { patientClient } from '../../../../core/elasticsearch/patientClient.js';
import { silentProgress } from '../../../../core/cli/progress.js';
import { patienceOf } from '../../../../core/elasticsearch/retry.js';
import { saveSnapshot, withSnapshot } from '../../../../operation/backup/snapshot.js';
import { findStored } from '../../../../operation/backup/stored.js';
import type { TokenStore } from '../../../../src/access/tokens/store.js';
import { interceptOnce } from '../../../support/interceptOnce.js';
import type { World } from '../../ingest/markers/world.js';
import { BUILT, CITY_IDS, PLACES, serviceInUse } from './world.js';

let service: World & { tokens: TokenStore };
let repository: string;
/** `path.repo`: without it Elasticsearch takes no snapshots on its own disks. */
let hasFolder: boolean;

beforeAll(async () => {
  service = await serviceInUse();
  repository = `repository-${service.indexPrefix}`;
  const { nodes } = await service.client.nodes.info({ metric: 'settings', flat_settings: true });
  hasFolder = JSON.stringify(nodes).includes('"path.repo');
});
afterAll(async () => {
  await service.client.snapshot.delete({ repository, snapshot: '*' }, { ignore: [404] });
  await service.client.snapshot.deleteRepository({ name: repository }, { ignore: [404] });
  await service.remove();
});

function command(...args: string[]) {
  const main = 'dist/operation/backup/main.js';
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
      INDEX_PREFIX: service.indexPrefix,
    },
  });
  return { status, stdout, stderr };
}

const save = (...args: string[]) => command('save', '--repository', repository, '--json', ...args);

test('what was lost is back from a snapshot, to the last built marker, and what is live stays', async () => {
  const saved = save('--location', repository);
  if (!hasFolder) {
    expect(saved).toMatchObject({ status: 1, stderr: expect.stringContaining('`path.repo`') });
    return;
  }
  expect(saved).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(saved.stdout)).toMatchObject({ state: 'SUCCESS', indices: 4 });
  const { client, indexPrefix } = service;

  await client.indices.delete({ index: [`${indexPrefix}-tokens`, `${indexPrefix}-city-ids`] });
  const { live = '' } = await service.generations('markers');
  await client.indices.delete({ index: live });
  await service.ingestMarkers();
  await service.build('000001', { season: 8, icon: 2, skin: '' });
  const indices = [...(await service.indices()), ...['tokens', 'city-ids'].map((name) => `${indexPrefix}-${name}`)]; // prettier-ignore

  const restored = command('restore', '--repository', repository, '--json');
  expect(restored).toMatchObject({ status: 0 });
  expect(JSON.parse(restored.stdout)).toMatchObject({
    cityIds: { found: CITY_IDS.length, restored: CITY_IDS.length },
    tokens: { found: 2, restored: 2 },
    markers: { found: BUILT.length, restored: BUILT.length - 1, left: 1, cleared: 0 },
  });
  expect(await service.read('000001')).toMatchObject({ season: 8 });
  expect(await service.read('000002')).toMatchObject({ season: 7, icon: 1, skin: 'gold' });
  expect((await service.markers()).size).toBe(PLACES.length);
  expect(await service.tokens.list()).toHaveLength(2);
  const { known } = await readRegistry(client, indexPrefix);
  expect([...known.entries()]).toEqual(CITY_IDS);
  // Nothing is left of what was restored beside.
  expect(await service.indices()).toEqual(indices.sort());
});

test('a snapshot that somebody has tampered with writes nothing elsewhere', async () => {
  if (!hasFolder) return;
  const { client, indexPrefix } = service;
  const index = `${indexPrefix}-backup-notes`;
  const { _source: notes } = await client.get<{ files: object[]; indices: object }>({
    index,
    id: 'notes',
  });
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  try {
    const tampered = [
      { ...notes, files: [{ kind: 'file', name: '../stolen', text: 'x' }] },
      { ...notes, indices: { tokens: `x,${indexPrefix}-tokens` } },
    ];
    for (const [number, document] of tampered.entries()) {
      const snapshot = `tampered-${number}`;
      await client.index({ index, id: 'notes', document, refresh: true });
      await client.snapshot.create({
        repository,
        snapshot,
        indices: [index],
        wait_for_completion: true,
      });
      const place = ['--repository', repository, '--snapshot', snapshot];
      const target = join(folder, 'restored');
      const { status, stderr } = command('restore', ...place, '--files-to', target);
      expect({ status, stderr }).toEqual({
        status: 3,
        stderr: expect.stringMatching(/is none that `save` has made/),
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
    await client.index({ index, id: 'notes', document: { ...notes }, refresh: true });
    await client.snapshot.delete({ repository, snapshot: 'tampered-*' });
  }
});

test('a snapshot with an impossible marker makes no token valid', async () => {
  if (!hasFolder) return;
  const { client, indexPrefix } = service;
  const index = `${indexPrefix}-tokens`;
  const snapshot = 'impossible';
  await service.build('000020', { season: 7, icon: 2_000_000_000, skin: '' });
  expect(save('--snapshot', snapshot)).toMatchObject({ status: 0 });
  await client.indices.delete({ index });
  const { status, stderr } = command('restore', '--repository', repository, '--snapshot', snapshot);
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: expect.stringMatching(/is none that `save` has made .*icon/),
  });
  expect(await client.indices.exists({ index })).toBe(false);
  await service.build('000020', { season: 7, icon: 1, skin: 'gold' });
  await client.snapshot.delete({ repository, snapshot });
  expect(command('restore', '--repository', repository)).toMatchObject({ status: 0 });
});

test('what a restoration that was killed has left beside is deleted, and one that is interrupted leaves nothing', async () => {
  if (!hasFolder) return;
  const { client, indexPrefix } = service;
  const indices = await service.indices();
  await client.indices.create({ index: `${indexPrefix}-restoring-1-left` });
  const interruption = new AbortController();
  const { signal } = interruption;
  const progress = silentProgress;
  const context = { client: patientClient(client, patienceOf({ progress, signal })), indexPrefix };
  const place = { repository, snapshot: undefined, progress, signal };
  const restoring = withSnapshot(context, place, async () => {
    const beside = (await service.indices()).filter((index) => index.includes('-restoring-'));
    expect(beside).toHaveLength(4);
    interruption.abort(new Error('enough'));
    await context.client.indices.refresh({ index: beside });
  });
  await expect(restoring).rejects.toThrow('enough');
  expect(await service.indices()).toEqual(indices);
  // The lock is free.
  expect(command('restore', '--repository', repository, '--dry-run')).toMatchObject({ status: 0 });
});

test('a snapshot whose making was not answered is waited for, but not taken for one of before', async () => {
  if (!hasFolder) return;
  const { client, indexPrefix } = service;
  const indices = await findStored(service);
  const take = (begun: string) => {
    const manifest = { format: 1, begun, version: '0', indexPrefix, markersUuid: null };
    return saveSnapshot(service, { repository, snapshot: 'unanswered' }, { manifest, indices, files: [] });
  };
  const lose = (): void => {
    interceptOnce(client, ({ method, path }) => method === 'PUT' && path.endsWith('/unanswered'), async (send) => {
      await send().catch(() => undefined);
      throw new errors.ConnectionError('the answer was lost');
    });
  };
  lose();
  expect(await take('2026-11-22T12:00:00.000Z')).toMatchObject({ state: 'SUCCESS', indices: 4 });
  lose();
  await expect(take('2026-11-22T13:00:00.000Z')).rejects.toThrow('the answer was lost');
  await client.snapshot.delete({ repository, snapshot: 'unanswered' });
}); // prettier-ignore

test('a repository without a snapshot is refused, and one that is not there', () => {
  if (!hasFolder) return;
  const missing = ['restore', '--repository', repository, '--snapshot', 'nothing'];
  expect(command(...missing)).toMatchObject({ status: 3 });
  expect(command('list', '--repository', `${repository}-other`)).toMatchObject({ status: 2 });
  expect(command('list', '--repository', repository).stdout).toMatch(/: SUCCESS, 4 indices\n$/);
});
