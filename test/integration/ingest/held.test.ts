import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readProvenance } from '../../../indices/provenance.js';
import { readRegistry } from '../../../ingest/cities/registry.js';
import { heldAlias } from '../../../core/elasticsearch/names.js';
import { loadingAlias } from '../../../ingest/generations/generation.js';
import { readMeta } from '../../../ingest/generations/provenance.js';
import { discardHeld } from '../../../ingest/generations/promotion.js';
import { promoteHeld, type PromoteOptions } from '../../../ingest/runs/promoteHeld.js';
import type { Jobs } from '../../../ingest/runs/jobs.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { promote as switchLive } from '../../../ingest/generations/promotion.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { Folder } from '../../support/placeFiles.js';
import { numbered } from './markers/world.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { CITIES, city, PLACE_JOBS, placeFile, run, smallJobs } from './small.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const hold = (chosen: ResourceName[], jobs: Jobs, options = {}): Promise<string[]> =>
  run(sandbox, chosen, { hold: true, ...options }, jobs);
const promote = (name: ResourceName, options: Partial<PromoteOptions> = {}): Promise<string> =>
  promoteHeld(sandbox, name, { progress: silentProgress, ...options });
const cityIds = async (): Promise<string[]> => [...(await sandbox.live('cities')).keys()];

const MORE = smallJobs([...CITIES, city('3', 'Ordino', 42.556, 4_000)]);

test('a held generation is not live, survives runs, and gives way to the next one held', async () => {
  await run(sandbox, ['cities']);
  const { live } = await sandbox.generations('cities');
  const [said] = await hold(['cities'], MORE);
  const { held: first = '', ...others } = await sandbox.generations('cities');
  expect(others).toEqual({ live, leftovers: [] });
  expect(said).toMatch(
    new RegExp(
      `^cities: 3 documents held in ${first} after .*\`npm run ingest -- promote cities\``,
    ),
  );
  expect(await cityIds()).toHaveLength(2);

  await run(sandbox, ['cities']);
  expect(await sandbox.generations('cities')).toMatchObject({ held: first, leftovers: [] });
  const [again] = await hold(['cities'], MORE);
  expect(again).toContain(`\n  ${first}, which was held before, was deleted`);
  expect(await sandbox.indices()).not.toContain(first);
});

test('promoted, it is live since then, what was live is kept for a rollback, and its ids are given for good', async () => {
  await run(sandbox, ['cities']);
  const { live: before } = await sandbox.generations('cities');
  await hold(['cities'], MORE);
  const { held = '' } = await sandbox.generations('cities');
  const heldSince = readProvenance(await readMeta(sandbox.client, held))?.live ?? '';
  expect((await readRegistry(sandbox.client, sandbox.indexPrefix)).known.idOf('3')).toBeUndefined();

  expect(await promote('cities')).toBe(held);
  expect(await sandbox.generations('cities')).toEqual({
    live: held,
    previous: before,
    leftovers: [],
  });
  const { live: since = '' } = readProvenance(await readMeta(sandbox.client, held)) ?? {};
  expect(since > heldSince).toBe(true);
  // Read from the registry alone: what is live is not asked when it covers that.
  await sandbox.client.indices.deleteAlias({ index: held, name: `${sandbox.indexPrefix}-cities` });
  const { known } = await readRegistry(sandbox.client, sandbox.indexPrefix);
  expect(known.idOf('3')).toBe('AND_Ordino');
});

test('ids that were given to others meanwhile are not given twice', async () => {
  await run(sandbox, ['cities']);
  await hold(['cities'], MORE);
  await run(sandbox, ['cities'], {}, smallJobs([...CITIES, city('4', 'Ordino', 42.556, 4_000)]));
  const before = await sandbox.generations('cities');
  await expect(promote('cities')).rejects.toThrow(
    /given out city ids since .*\. Hold cities again\./,
  );
  expect(await sandbox.generations('cities')).toEqual(before);
});

test('lands held with cities are made from these, and go live after them', async () => {
  await run(sandbox, ['cities', 'lands']);
  await hold(['cities', 'lands'], MORE);
  const { held: cities = '' } = await sandbox.generations('cities');
  await expect(promote('lands')).rejects.toThrow(
    `made from ${cities}, which is held, too: \`npm run ingest -- promote cities\` first`,
  );
  await promote('cities');
  await promote('lands');
  expect(await sandbox.generations('lands')).not.toHaveProperty('held');
});

test('beside another generation than that it was judged by, it is judged again', async () => {
  await run(sandbox, ['cities']);
  await hold(['cities'], smallJobs(CITIES.slice(0, 1)), { allowShrink: true });
  await run(sandbox, ['cities'], {}, MORE);
  await expect(promote('cities')).rejects.toThrow(
    /is refused. No changes were made:\n- it has 1 documents, the live one 3/,
  );
  await promote('cities', { allowShrink: true });
  expect(await cityIds()).toEqual(['AND_AndorralaVella']);
});

test('beside that it was judged by, what was allowed then still is', async () => {
  await run(sandbox, ['cities']);
  await hold(['cities'], smallJobs(CITIES.slice(0, 1)), { allowShrink: true });
  await promote('cities');
  expect(await cityIds()).toHaveLength(1);
});

test('discarded, it is deleted; then nothing is held', async () => {
  await run(sandbox, ['cities']);
  const before = await sandbox.generations('cities');
  await hold(['cities'], MORE);
  await discardHeld(sandbox, 'cities', { progress: silentProgress });
  expect(await sandbox.generations('cities')).toEqual(before);
  await expect(promote('cities')).rejects.toThrow(/^Nothing is held of cities\. .*--hold/);
  await expect(discardHeld(sandbox, 'cities', { progress: silentProgress })).rejects.toThrow(
    'Nothing is held of cities. No changes were made.',
  );
});

/** As if another process did this while one was stopped for so long that it lost its lock. */
function meanwhile(method: string, path: RegExp, work: () => Promise<unknown>): void {
  interceptOnce(
    sandbox.client,
    (request) => request.method === method && path.test(request.path),
    async (send) => {
      await work();
      return send();
    },
  );
}

test('what went live meanwhile is not deleted by the run that holds another one', async () => {
  await run(sandbox, ['cities']);
  await hold(['cities'], MORE);
  const { held = '' } = await sandbox.generations('cities');
  meanwhile('POST', /_aliases$/, () => switchLive(sandbox, 'cities', held));
  await expect(hold(['cities'], MORE)).rejects.toThrow(
    /^Someone else has changed the generations of cities meanwhile/,
  );
  expect(await sandbox.generations('cities')).toMatchObject({ live: held, leftovers: [] });
  expect(await cityIds()).toHaveLength(3);
});

test('nor does who discards it say that it is deleted', async () => {
  await run(sandbox, ['cities']);
  await hold(['cities'], MORE);
  const { held = '' } = await sandbox.generations('cities');
  meanwhile('DELETE', /_alias\/.*-held$/, () => switchLive(sandbox, 'cities', held));
  await expect(discardHeld(sandbox, 'cities', { progress: silentProgress })).rejects.toThrow(
    `${held} was promoted meanwhile. No changes were made.`,
  );
  expect(await cityIds()).toHaveLength(3);
});

test('what does not pass the gate is not held', async () => {
  await run(sandbox, ['cities']);
  const before = await sandbox.indices();
  await expect(hold(['cities'], smallJobs(CITIES.slice(0, 1)))).rejects.toThrow(/did not pass/);
  expect(await sandbox.indices()).toEqual(before);
});

describe('places', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = new Folder();
  });
  afterEach(() => {
    folder.remove();
  });

  test('of others do not replace own ones that went live since they were held', async () => {
    await run(sandbox, ['places', 'markers'], {}, PLACE_JOBS);
    expect(await hold(['places', 'markers'], PLACE_JOBS)).toContainEqual(
      expect.stringContaining('markers: not held'),
    );
    await run(
      sandbox,
      ['places'],
      { ...placeFile(folder, 'own.csv', numbered(1, 19)), replaceSource: true },
      PLACE_JOBS,
    );
    await expect(promote('places')).rejects.toThrow(
      /data of own\.csv was promoted; .*--replace-source/,
    );
    await promote('places', { replaceSource: true });
    expect((await sandbox.live('places')).size).toBe(20);
  });

  test('of which the deletion was interrupted keep no run from its work', async () => {
    const own = { ...placeFile(folder, 'own.csv', numbered(1, 20)), replaceSource: true };
    await run(sandbox, ['places'], own, PLACE_JOBS);
    await hold(['places'], PLACE_JOBS, own);
    const { held: index = '' } = await sandbox.generations('places');
    const name = [heldAlias(sandbox.indexPrefix, 'places'), loadingAlias(index)];
    await sandbox.client.indices.deleteAlias({ index, name });
    await run(sandbox, ['places'], own, PLACE_JOBS);
    expect(await sandbox.indices()).not.toContain(index);
  });

  test('do not go live while the markers could not follow them', async () => {
    await run(sandbox, ['places', 'markers'], {}, PLACE_JOBS);
    await hold(['places'], smallJobs(CITIES, numbered(1, 18)));
    await run(sandbox, ['places', 'markers'], {}, smallJobs(CITIES, numbered(1, 22)));
    await expect(promote('places')).rejects.toThrow(/have no place any more/);
  });
});
