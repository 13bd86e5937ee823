import { beforeEach, describe, expect, test } from '@jest/globals';
import { readRegistry } from '../../../ingest/cities/registry.js';
import { heldAlias, liveAlias } from '../../../core/elasticsearch/names.js';
import { loadingAlias } from '../../../ingest/generations/generation.js';
import { readNote, rememberPromotion } from '../../../ingest/generations/provenance.js';
import { change, changesOf, discardHeld } from '../../../ingest/generations/promotion.js';
import { promoteHeld, type PromoteOptions } from '../../../ingest/runs/promoteHeld.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { numbered } from './world.js';
import { createSandbox } from './sandbox.js';
import { CITIES, city, MORE, PLACE_JOBS, placeFile, run, smallJobs } from './small.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

const progress = silentProgress;
const FEW = smallJobs(CITIES.slice(0, 1));
const hold = (chosen: ResourceName[], jobs = MORE, options = {}): Promise<string[]> =>
  run(sandbox, chosen, { hold: true, ...options }, jobs);
const promote = async (name: ResourceName, options: Partial<PromoteOptions> = {}) => {
  const { [name]: promoted = '' } = await promoteHeld(sandbox, name, { progress, ...options });
  return promoted;
};
const generations = (resource = 'cities') => sandbox.generations(resource);
const cityIds = async (): Promise<string[]> => [...(await sandbox.live('cities')).keys()];

describe('cities', () => {
  beforeEach(() => run(sandbox, ['cities']));

  test('are held beside live ones, survive other runs, are replaced by the next held ones, and discarded', async () => {
    const { live } = await generations();
    const [said] = await hold(['cities']);
    const { held = '', ...others } = await generations();
    expect(others).toEqual({ live, leftovers: [] });
    expect(said).toContain(`cities: 3 documents held in ${held} after `);
    expect(await cityIds()).toHaveLength(2);

    await run(sandbox, ['cities']);
    expect(await generations()).toMatchObject({ held, leftovers: [] });
    const [again] = await hold(['cities']);
    expect(again).toContain(`\n  ${held}, which was held before, was deleted`);
    expect(await sandbox.indices()).not.toContain(held);

    const { held: index = '', ...rest } = await generations();
    await sandbox.client.delete({ index, id: 'AND_Ordino', refresh: true });
    await expect(promote('cities')).rejects.toThrow(
      /- it holds 2 documents, though 3 were written$/,
    );
    expect(await discardHeld(sandbox, 'cities', { progress })).toEqual({ cities: index });
    expect(await generations()).toEqual(rest);
    await expect(promote('cities')).rejects.toThrow(/^Nothing is held of cities\. .*--hold/);
    await expect(discardHeld(sandbox, 'cities', { progress })).rejects.toThrow(
      'Nothing is held of cities. No changes were made.',
    );
  });

  test('are promoted: live since then, with a rollback, and with ids for good', async () => {
    const idOf3 = async () => {
      const { known } = await readRegistry(sandbox.client, sandbox.indexPrefix);
      return known.idOf('3');
    };
    await hold(['cities']);
    const { held: first = '', live } = await generations();
    expect(await idOf3()).toBeUndefined();
    // Another promotion was interrupted, and the ids cannot be added: the next run reads them from the cities.
    await rememberPromotion(sandbox.client, first);
    const isOfId = ({ path }: { path: string }) => path.includes('-city-ids/_create/');
    interceptOnce(sandbox.client, isOfId, () => Promise.reject(new Error('lost')));
    expect(await promote('cities')).toBe(first);
    expect(await generations()).toEqual({ live: first, previous: live, leftovers: [] });
    expect(await cityIds()).toHaveLength(3);
    expect(await idOf3()).toBe('AND_Ordino');
    sandbox.heal();

    await hold(['cities']);
    const { held: second = '' } = await generations();
    const since = async () => (await readNote(sandbox.client, second)).provenance?.live ?? '';
    const heldSince = await since();
    expect(await promote('cities')).toBe(second);
    expect((await since()) > heldSince).toBe(true);
    // From the registry alone, because nothing is live.
    const { indexPrefix: prefix } = sandbox;
    await sandbox.client.indices.deleteAlias({ index: second, name: liveAlias(prefix, 'cities') });
    await sandbox.client.indices.delete({ index: first });
    expect(await idOf3()).toBe('AND_Ordino');
  });

  test('are refused if their ids were given to others meanwhile, and not called discarded if they were promoted', async () => {
    await hold(['cities']);
    await run(sandbox, ['cities'], {}, smallJobs([...CITIES, city('4', 'Ordino', 42.556, 4_000)]));
    const before = await generations();
    await expect(promote('cities', { allowChange: true })).rejects.toThrow(
      /given out city ids since .*\. Hold cities again\./,
    );
    expect(await generations()).toEqual(before);

    // As if this run was stopped for so long that it lost its lock.
    const { held = '' } = before;
    interceptOnce(
      sandbox.client,
      ({ path }) => path === '/_aliases',
      async (send) => {
        await change(sandbox, changesOf('promote', { cities: held }));
        return send();
      },
    );
    await expect(discardHeld(sandbox, 'cities', { progress })).rejects.toThrow(
      'Someone else has changed the generations of cities meanwhile. No changes were made.',
    );
    expect(await generations()).toMatchObject({ live: held, leftovers: [] });
  });

  test('are promoted before the lands that were held with them', async () => {
    await run(sandbox, ['lands']);
    await hold(['cities', 'lands']);
    const { held = '' } = await generations();
    await expect(promote('lands')).rejects.toThrow(
      `made from ${held}, which is held, too: \`npm run ingest -- promote cities\` first`,
    );
    await promote('cities');
    await promote('lands');
    expect(await generations('lands')).not.toHaveProperty('held');
  });

  test('that shrank are not held; if that was allowed, they are compared again with others only', async () => {
    const before = await sandbox.indices();
    await expect(hold(['cities'], FEW)).rejects.toThrow(/did not pass/);
    expect((await sandbox.indices()).filter((index) => !before.includes(index))).toEqual([]);

    await hold(['cities'], FEW, { allowShrink: true });
    await promote('cities');
    expect(await cityIds()).toHaveLength(1);

    await hold(['cities'], FEW, { allowShrink: true });
    await run(sandbox, ['cities'], {}, MORE);
    await expect(promote('cities')).rejects.toThrow(
      /is refused. No changes were made:\n- it has 1 document, the live one 3/,
    );
    // Nothing is wrong with it but that it was compared with another generation.
    await expect(promote('cities', { allowShrink: true })).rejects.toThrow(
      /No changes were made:\n- it was compared with \S+ when it was held, but \S+ is live: hold it again, or pass --allow-change$/,
    );
    await promote('cities', { allowShrink: true, allowChange: true });
    expect(await cityIds()).toEqual(['AND_AndorralaVella']);
  });
});

describe('places', () => {
  test('do not replace the files of a user that were promoted since they were held', async () => {
    await run(sandbox, ['places', 'markers'], {}, PLACE_JOBS);
    // The option was accepted for one live generation, and does not count for another one.
    const accepted = { replaceSource: true };
    await hold(['places'], PLACE_JOBS, accepted);
    const own = { ...placeFile(sandbox.folder, 'own.csv', numbered(1, 19)), replaceSource: true };
    await run(sandbox, ['places'], own, PLACE_JOBS);
    await expect(promote('places')).rejects.toThrow(
      /would replace live data of own\.csv; .*--replace-source/,
    );
    await promote('places', { replaceSource: true, allowChange: true });
    expect((await sandbox.live('places')).size).toBe(20);

    // A deletion that was interrupted stops no later run.
    await hold(['places'], PLACE_JOBS, own);
    const { held: index = '' } = await generations('places');
    const name = [heldAlias(sandbox.indexPrefix, 'places'), loadingAlias(index)];
    await sandbox.client.indices.deleteAlias({ index, name });
    await run(sandbox, ['places'], own, PLACE_JOBS);
    expect(await sandbox.indices()).not.toContain(index);
    // Nor does one of a generation whose promotion was interrupted.
    await hold(['places'], PLACE_JOBS, own);
    const { held: again = '' } = await generations('places');
    await rememberPromotion(sandbox.client, again);
    const isDeletion = ({ method, path }: { method: string; path: string }) => method === 'DELETE' && path === `/${again}`; // prettier-ignore
    interceptOnce(sandbox.client, isDeletion, () => Promise.reject(new Error('away')));
    await discardHeld(sandbox, 'places', {});
    expect(await sandbox.indices()).toContain(again);
    await run(sandbox, ['places'], own, PLACE_JOBS);
    expect(await sandbox.indices()).not.toContain(again);
    // One that was promoted, and has lost its alias by accident, is not deleted.
    await hold(['places'], PLACE_JOBS, own);
    const live = await promote('places', own);
    await sandbox.client.indices.deleteAlias({ index: live, name: liveAlias(sandbox.indexPrefix, 'places') }); // prettier-ignore
    await expect(run(sandbox, ['places'], own, PLACE_JOBS)).rejects.toThrow('is not live, but was');
  });
});
