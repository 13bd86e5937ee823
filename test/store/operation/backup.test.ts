import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { readRegistry } from '../../../ingest/cities/registry.js';
import { main } from '../../../operation/backup/commandLine.js';
import { type Backup, openBackup } from '../../../operation/backup/file.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { inEachTest } from '../../support/each.js';
import { testFolder } from '../../support/folder.js';
import { interceptBulks, interceptOnce } from '../../support/interceptOnce.js';
import { runMain } from '../../support/program.js';
import {
  BUILT,
  CITY_IDS,
  createGame,
  type Game,
  restoreInto,
  serviceInUse,
} from './usedService.js';

const ALL = { found: 20, restored: 20, same: 0, left: 0, cleared: 0 };

const { path: folder } = testFolder();
const file = join(folder, 'backup.ndjson.gz');
let service: Game & { tokens: TokenStore };
let backup: Backup;

const command = (INDEX_PREFIX: string, args: string[]) => runMain(main, args, { INDEX_PREFIX });

beforeAll(async () => {
  service = await serviceInUse();
  const args = ['save', '--file', file, '--json'];
  const { code, stdout, stderr } = await command(service.indexPrefix, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    file,
    counts: { marker: BUILT.length, token: 2, city_ids: CITY_IDS.length },
  });
  backup = await openBackup(file);
});
afterAll(() => service.remove());

describe('after a total loss', () => {
  const empty = inEachTest(createGame);

  test('a dry run reports everything, and creates nothing', async () => {
    const { markers, tokens, cityIds } = await restoreInto(empty, backup, { isDry: true });
    expect([markers, tokens.restored, cityIds.restored]).toEqual([ALL, 2, 3]);
    expect(await empty.indices()).toEqual([]);
  });

  test('everything is restored, although there are no markers', async () => {
    const report = await restoreInto(empty, backup);
    expect(report.markers).toEqual(ALL);
    expect(report.tokens.valid).toEqual([expect.stringMatching(/^[0-9a-f]{16} \(game\)$/)]);
    const [restored, saved] = await Promise.all(
      [empty, service].map((each) => each.live('builds')),
    );
    expect(restored).toEqual(saved);
    expect((await empty.generations('markers')).live).toBeUndefined();
    const { client, indexPrefix } = empty;
    const [game, old] = await new TokenStore(client, indexPrefix).list();
    expect([game, old]).toMatchObject(await service.tokens.list());
    const { known } = await readRegistry(client, indexPrefix);
    expect([...known.entries()]).toEqual(CITY_IDS);
  });

  test('a second restore changes nothing', async () => {
    await restoreInto(empty, backup);
    const before = await empty.builds();
    const { markers, tokens, cityIds } = await restoreInto(empty, backup);
    expect([markers, tokens, cityIds]).toEqual([
      { ...ALL, restored: 0, same: 20 },
      { found: 2, restored: 0, same: 2, left: 0, valid: [] },
      { found: 3, restored: 0, same: 3, left: 0 },
    ]);
    expect(await empty.builds()).toEqual(before);
  });
});

describe('beside live data', () => {
  test('newer builds stay, and so do cleared ones unless they are rebuilt', async () => {
    await service.clear('square-1');
    await service.build('square-2', 8, 2);
    await service.build('square-3', 7, 3);
    await service.build('square-4', 6, 4);
    await service.build('square-30', 7, 5);
    const { markers } = await restoreInto(service, backup);
    expect(markers).toEqual({ found: 20, restored: 1, same: 16, left: 3, cleared: 1 });
    const builds = await service.builds();
    const [one, ...others] = [1, 2, 3, 4, 30].map((each) => builds.get(`square-${each}`));
    expect(one).toBeUndefined();
    expect(others.map((each) => [each?.season, each?.icon])).toEqual([[8, 2], [7, 3], [7, 1], [7, 5]]); // prettier-ignore

    const again = { found: 20, restored: 1, same: 17, left: 2, cleared: 0 };
    expect((await restoreInto(service, backup, { rebuild: true })).markers).toEqual(again);
    // A file of an earlier version does not say which index of builds it was taken from.
    await service.clear('square-1');
    const old = { ...backup, manifest: { ...backup.manifest, buildsUuid: null } };
    expect((await restoreInto(service, old)).markers).toEqual(again);
    expect((await service.builds()).get('square-1')).toMatchObject({ season: 7, icon: 1 });
  });

  test('a token that was revoked, here or in the backup, stays revoked', async () => {
    const [game, old] = await service.tokens.list();
    await service.tokens.revoke(game?.id ?? '');
    // Makes the live tokens look older than the backup.
    const index = `${service.indexPrefix}-tokens`;
    const { hits } = await service.client.search({ index, query: { term: { id: old?.id ?? '' } } });
    const document = { ...old, revoked_at: undefined };
    await service.client.index({ index, id: hits.hits[0]?._id ?? '', document, refresh: true });
    const { tokens } = await restoreInto(service, backup);
    expect(tokens).toEqual({ found: 2, restored: 1, same: 0, left: 1, valid: [] });
    expect((await service.tokens.list()).every(({ revoked_at: revoked }) => revoked)).toBe(true);
  });
});

describe('if more goes wrong', () => {
  const world = inEachTest(createGame);

  test('a write of the game between reading and writing wins', async () => {
    let writes = 0;
    interceptBulks(world.client, 'square-5', async (send) => {
      writes += 1;
      if (writes === 1) await world.build('square-5', 9, 9);
      return send();
    });
    const { markers } = await restoreInto(world, backup);
    expect(markers).toEqual({ ...ALL, restored: 19, left: 1 });
    expect((await world.builds()).get('square-5')).toMatchObject({ season: 9, icon: 9 });
  });

  test('city ids that were given to others meanwhile stay', async () => {
    const registry = await readRegistry(world.client, world.indexPrefix);
    await registry.add([['1', 'FRA_Paris_Texas'], ['9', 'FRA_Lyon']], 'some generation'); // prettier-ignore
    const { cityIds } = await restoreInto(world, backup);
    expect(cityIds).toEqual({ found: 3, restored: 1, same: 0, left: 2 });
    const { known } = await readRegistry(world.client, world.indexPrefix);
    const ids = ['1', '2', '3'].map((sourceId) => known.idOf(sourceId));
    expect(ids).toEqual(['FRA_Paris_Texas', undefined, 'JPN_Tokyo']);
  });

  test('a write that Elasticsearch is too busy for is retried', async () => {
    let isBusy = true;
    interceptBulks(world.client, 'square-5', async (send) => {
      if (!isBusy) return send();
      isBusy = false;
      const error = { type: 'es_rejected_execution_exception', reason: 'no room' };
      return { items: BUILT.map(() => ({ create: { status: 429, error } })) };
    });
    expect((await restoreInto(world, backup)).markers).toEqual(ALL);
    expect(isBusy).toBe(false);
  });

  test('a document that cannot be read for now does not count as missing', async () => {
    await restoreInto(world, backup);
    const error = { type: 'no_shard_available_action_exception' };
    interceptOnce(
      world.client,
      ({ path }) => path.endsWith('-tokens/_mget'),
      () => Promise.resolve({ docs: ['some', 'other'].map((_id) => ({ _id, error })) }),
    );
    const { tokens } = await restoreInto(world, backup);
    expect(tokens).toEqual({ found: 2, restored: 0, same: 2, left: 0, valid: [] });
  });

  test('an index whose creation was not answered is used', async () => {
    interceptOnce(
      world.client,
      ({ method, path }) => method === 'PUT' && /-builds-g[^/]*$/.test(path),
      async (send) => {
        await send();
        throw new errors.ConnectionError('the answer was lost');
      },
    );
    expect((await restoreInto(world, backup)).markers.restored).toBe(20);
  });

  test('an interrupted restore makes no token valid, and is repeated', async () => {
    const interruption = new AbortController();
    interceptBulks(world.client, 'square-5', (send) => {
      interruption.abort(new Error('enough'));
      return send();
    });
    const { signal } = interruption;
    const notes: string[] = [];
    const progress = { ...silentProgress, note: (text: string) => notes.push(text) };
    const restoring = restoreInto(world, backup, { signal, progress });
    await expect(restoring).rejects.toThrow('enough');
    expect(await world.client.indices.exists({ index: `${world.indexPrefix}-tokens` })).toBe(false);
    expect(notes).toEqual([]);

    await restoreInto(world, backup, { progress });
    expect(notes).toEqual([expect.stringMatching(/valid again: [0-9a-f]{16} \(game\)$/)]);
    const uses = `${world.indexPrefix}-token-uses`;
    expect(await world.client.indices.exists({ index: uses })).toBe(true);
  });

  test('nothing is saved while builds may be in the markers of an earlier version', async () => {
    const index = `${world.indexPrefix}-markers-g20260101t000000000`;
    await world.client.indices.create({ index, aliases: { [`${world.indexPrefix}-markers`]: {} } });
    const target = join(folder, 'none.ndjson');
    const { code, stderr } = await command(world.indexPrefix, ['save', '--file', target]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('`npm run ingest -- markers`')]);
    expect(readdirSync(folder)).not.toContain('none.ndjson');
    await expect(restoreInto(world, backup, { isDry: true })).rejects.toThrow('no index of builds');
  });

  test('a damaged file is refused before anything is written', async () => {
    const damaged = join(folder, 'damaged.ndjson.gz');
    writeFileSync(damaged, readFileSync(file).subarray(0, -9));
    expect((await command(world.indexPrefix, ['restore', '--file', damaged])).code).toBe(3);
    expect(await world.indices()).toEqual([]);
  });

  test.each([
    [['save'], 2, /required option '--file/],
    [['restore', '--file', 'nowhere'], 3, /not a complete backup/],
    [['restore', '--file', 'a', '--all'], 2, /unknown option/],
  ])('`npm run backup -- %j` exits with %d', async (args, status, message) => {
    const { code, stderr } = await command(world.indexPrefix, args);
    expect(code).toBe(status);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
