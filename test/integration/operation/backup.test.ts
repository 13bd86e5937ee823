import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { errors } from '@elastic/elasticsearch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readRegistry } from '../../../ingest/cities/registry.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { checkBackup, entriesIn } from '../../../operation/backup/file.js';
import type { Backup } from '../../../operation/backup/restore/restore.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { interceptBulks } from '../ingest/interceptBulks.js';
import { createWorld, type World } from '../ingest/markers/world.js';
import { BUILT, CITY_IDS, PLACES, restoreInto, serviceInUse } from './usedService.js';

const MAIN = 'dist/operation/backup/main.js';
const SOURCES = 'examples/sources/whole.yaml';

let folder: string;
let file: string;
let service: World & { tokens: TokenStore };
let backup: Backup;

function command(prefix: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
      INDEX_PREFIX: prefix,
      ...env,
    },
  });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(folder, 'backup.ndjson.gz');
  service = await serviceInUse();
  const args = ['save', '--file', file, '--json'];
  const { status, stdout, stderr } = command(service.indexPrefix, args, { SOURCES_FILE: SOURCES });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    file,
    counts: { marker: BUILT.length, token: 2, city_ids: CITY_IDS.length, file: 3 },
  });
  const { manifest } = await checkBackup(file);
  backup = { manifest, entries: () => entriesIn(file) };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.remove();
});

describe('where all is lost', () => {
  const empty = createWorld();
  afterAll(() => empty.remove());

  test('a dry run tells all, and makes nothing', async () => {
    const { markers, tokens, cityIds } = await restoreInto(empty, backup, { isDry: true });
    expect({ markers, tokens: tokens.restored, cityIds: cityIds.restored }).toEqual({
      markers: { found: 20, restored: 20, same: 0, left: 0, cleared: 0 },
      tokens: 2,
      cityIds: 3,
    });
    expect(await empty.indices()).toEqual([]);
  });

  test('everything is back, counted, and an ingestion adds the rest', async () => {
    const report = await restoreInto(empty, backup);
    expect(report.tokens.valid).toEqual([expect.stringMatching(/^[0-9a-f]{16} \(game\)$/)]);
    const built = async () => [...(await empty.markers()).values()].filter(({ season }) => season);
    expect((await built()).map(({ id }) => id).sort()).toEqual(BUILT);
    expect(await empty.read('000001')).toEqual(await service.read('000001'));

    const { client, indexPrefix } = empty;
    const { _source: token } = await client.get({ index: `${indexPrefix}-tokens`, id: await hashOf('game') });
    expect(token).toMatchObject({ name: 'game', scope: 'internal' });
    const { known } = await readRegistry(client, indexPrefix);
    expect([...known.entries()]).toEqual(CITY_IDS);

    await empty.ingestPlaces(PLACES);
    await empty.ingestMarkers();
    expect((await empty.markers()).size).toBe(PLACES.length);
    expect(await built()).toHaveLength(BUILT.length);
  }); // prettier-ignore

  test('again, it changes nothing', async () => {
    const before = await empty.versions();
    const { markers, tokens, cityIds } = await restoreInto(empty, backup);
    expect([markers, tokens, cityIds]).toEqual([
      { found: 20, restored: 0, same: 20, left: 0, cleared: 0 },
      { found: 2, restored: 0, same: 2, left: 0, valid: [] },
      { found: 3, restored: 0, same: 3, left: 0 },
    ]);
    expect(await empty.versions()).toEqual(before);
  });

  test('the files that a person wrote are back, over none', () => {
    const target = join(folder, 'files');
    const args = ['restore', '--file', file, '--files-to', target];
    expect(command(empty.indexPrefix, args).status).toBe(0);
    expect(readdirSync(target).sort()).toEqual([
      'cities.mapping.json',
      'places.mapping.json',
      'whole.yaml',
    ]);
    const restored = join(target, 'whole.yaml');
    expect(readFileSync(restored)).toEqual(readFileSync(SOURCES));
    writeFileSync(restored, 'mine');
    expect(command(empty.indexPrefix, args).stderr).toContain('exists already');
    expect(readFileSync(restored, 'utf8')).toBe('mine');
  });

  async function hashOf(name: string): Promise<string> {
    for await (const entry of backup.entries())
      if (entry.kind === 'token' && entry.document.name === name) return entry.hash;
    throw new Error(`no token ${name}`);
  }
});

describe('beside a live service', () => {
  test('what is newer stays, and what was cleared, unless it is to be built again', async () => {
    await service.clear('000001');
    await service.build('000002', { season: 8, icon: 2, skin: '' });
    await service.build('000003', { season: 7, icon: 3, skin: '' });
    await service.build('000004', { season: 6, icon: 4, skin: '' });
    await service.build('000030', { season: 7, icon: 5, skin: '' });
    const { markers } = await restoreInto(service, backup);
    expect(markers).toEqual({ found: 20, restored: 1, same: 16, left: 3, cleared: 1 });
    expect(await service.read('000001')).toMatchObject({ season: null });
    expect(await service.read('000002')).toMatchObject({ season: 8, icon: 2 });
    expect(await service.read('000003')).toMatchObject({ season: 7, icon: 3 });
    expect(await service.read('000004')).toMatchObject({ season: 7, icon: 1, skin: 'gold' });
    expect(await service.read('000030')).toMatchObject({ season: 7, icon: 5 });

    const again = await restoreInto(service, backup, { rebuild: true });
    expect(again.markers).toEqual({ found: 20, restored: 1, same: 17, left: 2, cleared: 0 });
    expect(await service.read('000001')).toMatchObject({ season: 7, icon: 1 });
  });

  test('a write of the game between reading and writing wins', async () => {
    const world = createWorld();
    try {
      await world.ingestPlaces(PLACES);
      await world.ingestMarkers();
      let writes = 0;
      world.beforeBulk('000005', async () => {
        writes += 1;
        if (writes === 1) await world.build('000005', { season: 9, icon: 9, skin: '' });
      });
      const { markers } = await restoreInto(world, backup);
      expect(markers).toEqual({ found: 20, restored: 19, same: 0, left: 1, cleared: 0 });
      expect(await world.read('000005')).toMatchObject({ season: 9, icon: 9 });
    } finally {
      await world.remove();
    }
  });

  test('a token that was revoked stays so, and ids that were given since then stay', async () => {
    const [game] = await service.tokens.list();
    await service.tokens.revoke(game?.id ?? '');
    const { tokens } = await restoreInto(service, backup);
    expect(tokens).toEqual({ found: 2, restored: 0, same: 1, left: 1, valid: [] });
    expect((await service.tokens.list()).every(({ revoked_at: at }) => at)).toBe(true);

    const other = createWorld();
    try {
      const registry = await readRegistry(other.client, other.indexPrefix);
      await registry.add([['1', 'FRA_Paris_Texas'], ['9', 'FRA_Lyon']], 'some generation'); // prettier-ignore
      const { cityIds } = await restoreInto(other, backup);
      expect(cityIds).toEqual({ found: 3, restored: 1, same: 0, left: 2 });
      const { known } = await readRegistry(other.client, other.indexPrefix);
      expect([known.idOf('1'), known.idOf('2'), known.idOf('3')]).toEqual([
        'FRA_Paris_Texas',
        undefined,
        'JPN_Tokyo',
      ]);
    } finally {
      await other.remove();
    }
  });
});

test('a marker whose index has gone is back, and all API processes are told', async () => {
  const world = createWorld();
  try {
    await world.ingestPlaces(PLACES);
    await world.ingestMarkers();
    const { live: index = '' } = await world.generations('markers');
    const provenance = async (): Promise<unknown> =>
      (await world.client.indices.getMapping({ index }))[index]?.mappings._meta?.provenance;
    const before = await provenance();
    const during: unknown[] = [];
    await world.client.delete({ index, id: '000001', refresh: true });
    world.beforeBulk('000001', async () => {
      during.push(await provenance());
    });
    expect((await restoreInto(world, backup)).markers.restored).toBe(20);
    expect(during.map(String)).toEqual(['undefined']);
    expect(await provenance()).toMatchObject({ sources: expect.anything() });
    expect(await provenance()).not.toEqual(before);
    expect((await world.markers()).size).toBe(PLACES.length);
  } finally {
    await world.remove();
  }
});

describe('where all is lost, and more goes wrong', () => {
  let world: World;
  beforeEach(() => {
    world = createWorld();
  });
  afterEach(() => world.remove());

  test('what Elasticsearch is too busy for is sent again', async () => {
    let isBusy = true;
    interceptBulks(world.client, '000005', async (send) => {
      if (!isBusy) return send();
      isBusy = false;
      const error = { type: 'es_rejected_execution_exception', reason: 'no room' };
      return { items: BUILT.map(() => ({ create: { status: 429, error } })) };
    });
    const { markers } = await restoreInto(world, backup);
    expect(markers).toEqual({ found: 20, restored: 20, same: 0, left: 0, cleared: 0 });
    expect(isBusy).toBe(false);
  });

  test('what cannot be read for now is not taken for missing', async () => {
    const { client, indexPrefix } = world;
    const tokens = new TokenStore(client, indexPrefix);
    await restoreInto(world, backup);
    interceptOnce(
      client,
      ({ path }) => path.endsWith('-tokens/_mget'),
      () => {
        const error = { type: 'no_shard_available_action_exception' };
        return Promise.resolve({
          docs: [
            { _id: 'some', error },
            { _id: 'other', error },
          ],
        });
      },
    );
    const { tokens: counts } = await restoreInto(world, backup);
    expect(counts).toEqual({ found: 2, restored: 0, same: 2, left: 0, valid: [] });
    expect(await tokens.list()).toHaveLength(2);
  });

  test('an index whose making was not answered is used', async () => {
    interceptOnce(
      world.client,
      ({ method, path }) => method === 'PUT' && /-markers-g[^/]*$/.test(path),
      async (send) => {
        await send();
        throw new errors.ConnectionError('the answer was lost');
      },
    );
    expect((await restoreInto(world, backup)).markers.restored).toBe(20);
  });

  test('an interruption leaves no part of the markers', async () => {
    const interruption = new AbortController();
    world.beforeBulk('000005', () => {
      interruption.abort(new Error('enough'));
    });
    const { signal } = interruption;
    const notes: string[] = [];
    const progress = { ...silentProgress, note: (text: string) => notes.push(text) };
    const restoring = restoreInto(world, backup, { signal, progress });
    await expect(restoring).rejects.toThrow('enough');
    expect(await world.generations('markers')).toEqual({ leftovers: [] });
    // No token is valid before everything else is restored.
    expect(notes).toEqual([]);
    expect(await world.client.indices.exists({ index: `${world.indexPrefix}-tokens` })).toBe(false);
    await restoreInto(world, backup, { progress });
    expect(notes).toEqual([expect.stringMatching(/valid again: [0-9a-f]{16} \(game\)$/)]);
  });

  test('a part that a killed one has left is not made live by hand, but restored again', async () => {
    const { client, indexPrefix } = world;
    const index = `${indexPrefix}-markers-g20260101t000000000`;
    await client.indices.create({ index, mappings: { _meta: { restoring: true } } });
    await client.index({ index, id: '000001', document: { id: '000001', season: 7 } });
    await world.ingestPlaces(PLACES);
    await expect(world.ingestMarkers()).rejects.toThrow(/part of a backup.*Restore it again/);
    await restoreInto(world, backup);
    await world.ingestMarkers();
    expect((await world.markers()).size).toBe(PLACES.length);
    expect((await world.generations('markers')).leftovers).toEqual([]);
  });
});

describe('the command line', () => {
  test.each([
    ['no file', ['save'], 2, /required option '--file/],
    ['a missing file', ['restore', '--file', 'nowhere'], 3, /not a complete backup/],
    ['an unknown option', ['restore', '--file', 'a', '--all'], 2, /unknown option/],
  ])('refuses %s', (_, args, status, message) => {
    const refused = command(service.indexPrefix, args);
    expect(refused).toMatchObject({ status, stderr: expect.stringMatching(message) });
    expect(refused.stderr).not.toMatch(/^\s+at /m);
  });

  test('refuses a damaged file before anything is written', async () => {
    const world = createWorld();
    const damaged = join(folder, 'damaged.ndjson.gz');
    writeFileSync(damaged, readFileSync(file).subarray(0, -9));
    const { status } = command(world.indexPrefix, ['restore', '--file', damaged]);
    expect(status).toBe(3);
    expect(await world.indices()).toEqual([]);
    await world.remove();
  });
});
