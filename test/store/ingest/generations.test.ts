import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { loadingAlias } from '../../../ingest/generations/generation.js';
import type { Context } from '../../../ingest/generations/resource.js';
import type { Ending } from '../../../ingest/generations/ingestResource.js';
import { change, changesOf, rollbackGeneration } from '../../../ingest/generations/promotion.js';
import { isCurrent } from '../../../ingest/generations/provenance.js';
import { assertReadable } from '../../../ingest/generations/readable.js';
import type { Command } from '../../../ingest/generations/states.js';
import { beforeRequest, interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox } from './sandbox.js';
import { type Thing, thingResource, things } from './sources.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

async function ingest(value: number, count = 3, ending: Ending = 'live'): Promise<string> {
  const resource = thingResource(() => things(count, value));
  return (await sandbox.ingest(resource, { ending })).index;
}
const liveValues = async (): Promise<number[]> =>
  [...(await sandbox.live<Thing>('things')).values()].map(({ value }) => value);
const generations = () => sandbox.generations('things');
const goBack = async () => (await rollbackGeneration(sandbox, 'things')).things;
const apply = (command: Command, index: string, context: Context = sandbox) =>
  change(context, changesOf(command, { things: index }));
const CHANGED = 'Someone else has changed the generations of things meanwhile';

/** Lets the first swap be done, but its answer not arrive. */
function loseAnswer(whenLost = (): void => undefined): void {
  interceptOnce(
    sandbox.client,
    ({ path }) => path === '/_aliases',
    async (send) => {
      await send();
      whenLost();
      throw new errors.ConnectionError('the answer was lost');
    },
  );
}

test('the last two generations are kept; the live one is stored as safely as any index', async () => {
  expect(
    await isCurrent(
      sandbox,
      thingResource(() => things(3, 1)),
    ),
  ).toBe(false);
  const first = await ingest(1);
  expect(await generations()).toEqual({ live: first, leftovers: [] });
  const second = await ingest(2);
  const third = await ingest(3);
  expect(await generations()).toEqual({ live: third, previous: second, leftovers: [] });
  expect(await liveValues()).toEqual([3, 3, 3]);
  const lock = `${sandbox.indexPrefix}-ingestions`;
  expect(await sandbox.indices()).toEqual([lock, second, third].sort());
  const { client } = sandbox;
  const settings = (await client.indices.getSettings({ index: third }))[third]?.settings?.index;
  expect(settings).not.toHaveProperty('translog');
  expect(settings).not.toHaveProperty('refresh_interval');
  expect(settings).toMatchObject({ auto_expand_replicas: '0-1' });
  const { aliases } = (await client.indices.getAlias({ index: third }))[third] ?? {};
  expect(Object.keys(aliases ?? {})).toEqual([`${sandbox.indexPrefix}-things`]);

  // It is current only for the same definition and recipe.
  const resource = thingResource(() => things(3, 3));
  const { definition } = resource;
  const larger = { ...definition.settings, max_result_window: 20_000 };
  expect(await isCurrent(sandbox, resource)).toBe(true);
  expect(await isCurrent(sandbox, { ...resource, recipe: { file: 'other' } })).toBe(false);
  const other = { ...resource, definition: { ...definition, settings: larger } };
  expect(await isCurrent(sandbox, other)).toBe(false);
});

test('readers see one whole generation at every moment, and the new one after a swap', async () => {
  const COUNT = 50;
  await ingest(0, COUNT);
  let isDone = false;
  const seen = new Set<number>();
  async function readOn(): Promise<void> {
    while (!isDone) {
      const { hits, _shards: shards } = await sandbox.client.search<Thing>({
        index: liveAlias(sandbox.indexPrefix, 'things'),
        size: 2 * COUNT,
      });
      const values = new Set(hits.hits.map((hit) => hit._source?.value ?? NaN));
      const found = { failed: shards.failed, hits: hits.hits.length, values: values.size };
      expect(found).toEqual({ failed: 0, hits: COUNT, values: 1 });
      for (const value of values) seen.add(value);
    }
  }
  const readers = Promise.all([readOn(), readOn(), readOn()]);
  const expectLive = async (value: number) => {
    expect([...new Set(await liveValues())]).toEqual([value]);
    while (!seen.has(value)) await Promise.race([sleep(1), readers]);
  };
  try {
    await expectLive(0);
    await ingest(1, COUNT);
    await expectLive(1);
    const held = await ingest(2, COUNT, 'held');
    await ingest(-1, COUNT, 'dry');
    await expectLive(1);
    await apply('promote', held);
    await expectLive(2);
    await goBack();
    await expectLive(1);
  } finally {
    isDone = true;
  }
  await readers;
  expect(seen).toEqual(new Set([0, 1, 2]));
});

test('a run deletes the leftovers of its own resource and prefix, also closed ones, and nothing else', async () => {
  const { client, indexPrefix } = sandbox;
  const BEFORE = 'g20200101t000000000';
  const leftovers = [BEFORE, 'g20200101t000000001'].map((name) => `${indexPrefix}-things-${name}`);
  const others = [
    `${indexPrefix}-things-things-${BEFORE}`,
    `${indexPrefix}-2-things-${BEFORE}`,
    `${indexPrefix}-countries-${BEFORE}`,
    `${indexPrefix}-things-gold`,
    `${indexPrefix}-things-${BEFORE}0`,
    `${indexPrefix}-things-${BEFORE}-copy`,
    `${indexPrefix}-thingsx-${BEFORE}`,
  ];
  for (const index of [...leftovers, ...others]) await client.indices.create({ index });
  await client.indices.close({ index: leftovers[1] ?? '' });
  const first = await ingest(1);
  for (const index of leftovers)
    expect(sandbox.notes).toContain(`deleted ${index}, which an unfinished run had left`);
  const kept = await sandbox.indices();
  expect(kept).toEqual([...others, first, `${indexPrefix}-ingestions`].sort());
  const second = await ingest(2);
  expect(await sandbox.indices()).toEqual([...kept, second].sort());
});

test("a user's own data that was live, and has lost its alias, is not deleted, nor is the previous generation", async () => {
  const own = { name: 'own.csv', bytes: 1, sha256: '0'.repeat(64) };
  const resource = { ...thingResource(() => things(3, 1)), sources: () => Promise.resolve([own]) };
  const { index: previous } = await sandbox.ingest(resource);
  const { index } = await sandbox.ingest(resource);
  const name = liveAlias(sandbox.indexPrefix, 'things');
  await sandbox.client.indices.deleteAlias({ index, name });
  await expect(ingest(2)).rejects.toThrow(`${index} is not live, but was, and holds things of own.csv`);
  expect(await generations()).toEqual({ previous, leftovers: [index] });
}); // prettier-ignore

test('an index with the name of the alias is left alone', async () => {
  const name = `${sandbox.indexPrefix}-things`;
  await sandbox.client.indices.create({ index: name });
  await expect(ingest(1)).rejects.toThrow(
    `An index is called "${name}", where an alias should be. Delete or rename it.`,
  );
  expect(await sandbox.indices()).toContain(name);
});

test('a rollback goes back and forward, and may pin; the next ingestion replaces what was rolled back', async () => {
  const first = await ingest(1);
  const none = 'There is no previous generation of things to go back to.';
  await expect(goBack()).rejects.toThrow(none);
  await expect(rollbackGeneration(sandbox, 'things', { pin: true })).rejects.toThrow(none);
  expect(await generations()).not.toHaveProperty('pinned');
  const second = await ingest(2);
  await expect(goBack()).resolves.toBe(first);
  expect(await liveValues()).toEqual([1, 1, 1]);
  await expect(goBack()).resolves.toBe(second);
  // Another rollback is done before this one has the lock.
  const other = createSandbox();
  const beside = { client: other.client, indexPrefix: sandbox.indexPrefix };
  beforeRequest(sandbox.client, '/_doc/things', () => rollbackGeneration(beside, 'things'));
  await expect(goBack()).rejects.toThrow('The live generation of things has changed meanwhile');
  expect(await generations()).toMatchObject({ live: first, previous: second });
  await other.remove();
  const third = await ingest(3);
  expect(await generations()).toEqual({ live: third, previous: first, leftovers: [] });

  // A rollback pins in its one step, and another one keeps the pin.
  await rollbackGeneration(sandbox, 'things', { pin: true });
  expect(await generations()).toMatchObject({ live: first, previous: third, pinned: first });
  await goBack();
  expect(await generations()).toMatchObject({ live: third, previous: first, pinned: third });
});

test('a generation that is closed or without shards is not made live', async () => {
  const { client } = sandbox;
  const previous = await ingest(1);
  const live = await ingest(2);
  const held = await ingest(3, 3, 'held');
  await client.indices.close({ index: previous });
  const { aliases = {} } = (await client.indices.getAlias({ index: held }))[held] ?? {};
  await client.indices.delete({ index: held });
  const settings = { 'index.routing.allocation.require._name': 'none' };
  await client.indices.create({ index: held, aliases, settings, wait_for_active_shards: 0 });
  const before = await generations();
  const unreadable = (index: string) => `${index} cannot be read. No changes were made. Open it (POST /${index}/_open), or see the cluster health.`;
  await expect(rollbackGeneration(sandbox, 'things', { pin: true })).rejects.toThrow(unreadable(previous));
  await expect(assertReadable(client, held, [10, 10])).rejects.toThrow(unreadable(held));
  expect(await generations()).toEqual(before);
  expect(before).toEqual({ live, previous, held, leftovers: [] });
}); // prettier-ignore

test('a rollback is refused during a run; of a run and some rollbacks at once one is done', async () => {
  const first = await ingest(1);
  const second = await ingest(2);
  const gate = async (): Promise<string[]> => {
    await expect(goBack()).rejects.toThrow(
      /^An ingestion of things is running since .* Wait until it has ended, or stop it\.$/,
    );
    return ['enough'];
  };
  const refused = sandbox.ingest(thingResource(() => things(3, 3), { gate }));
  await expect(refused).rejects.toThrow('enough');
  const [run] = await Promise.allSettled([ingest(3), goBack(), goBack(), goBack()]);
  const { live, previous, leftovers } = await generations();
  expect(leftovers).toEqual([]);
  expect(new Set([live, previous]).size).toBe(2);
  if (run.status === 'rejected') expect([live, previous].sort()).toEqual([first, second]);
});

test('the answer to a promotion or a rollback is lost, or comes late: it is done, and nothing live is deleted', async () => {
  const first = await ingest(1);
  loseAnswer();
  const second = await ingest(2);
  expect(await generations()).toEqual({ live: second, previous: first, leftovers: [] });
  expect(await liveValues()).toEqual([2, 2, 2]);
  sandbox.heal();
  loseAnswer();
  await expect(goBack()).resolves.toBe(first);
  expect(await liveValues()).toEqual([1, 1, 1]);
  sandbox.heal();

  // The outcome is unknown, or it comes late: nothing live is deleted.
  loseAnswer(() => {
    beforeRequest(sandbox.client, '/_alias', () => Promise.reject(new Error('unknown')));
  });
  await expect(ingest(2)).rejects.toThrow(/_not_found/);
  const { live: third, previous } = await generations();
  expect(previous).toBe(first);
  expect(await liveValues()).toEqual([2, 2, 2]);
  sandbox.heal();

  let late: (() => Promise<unknown>) | undefined;
  interceptOnce(
    sandbox.client,
    ({ path }) => path === '/_aliases',
    (send) => {
      late = send;
      return Promise.reject(new Error('no answer yet'));
    },
  );
  // The run has read the old aliases by the time it begins to delete.
  interceptOnce(
    sandbox.client,
    ({ method, path }) => method === 'DELETE' && path.includes('-things-g'),
    async (send) => {
      await late?.();
      return send();
    },
  );
  await expect(ingest(3)).rejects.toThrow('no answer yet');
  expect(await generations()).toMatchObject({ previous: third, leftovers: [] });
  expect(await liveValues()).toEqual([3, 3, 3]);
});

test('a generation that another run has begun to delete is not promoted', async () => {
  const first = await ingest(1);
  beforeRequest(sandbox.client, '/_aliases', async () => {
    const [index = ''] = (await generations()).leftovers;
    await sandbox.client.indices.deleteAlias({ index, name: loadingAlias(index) });
  });
  await expect(ingest(2)).rejects.toThrow();
  expect(await generations()).toEqual({ live: first, leftovers: [] });
});

test('a swap that another process has overtaken fails as a whole', async () => {
  const first = await ingest(1);
  const second = await ingest(2);
  const other = createSandbox();
  const { indexPrefix } = sandbox;
  const elsewhere = { client: other.client, indexPrefix };
  // Without its lock, like a run that stalled for too long.
  beforeRequest(sandbox.client, '/_aliases', () => apply('rollback', first, elsewhere));
  await expect(ingest(3)).rejects.toThrow(CHANGED);
  expect(await generations()).toEqual({ live: first, previous: second, leftovers: [] });
  sandbox.heal();
  const third = `${indexPrefix}-things-g20991231t000000000`;
  await sandbox.client.indices.create({ index: third, aliases: { [loadingAlias(third)]: {} } });
  beforeRequest(sandbox.client, '/_aliases', () => apply('replace', third, elsewhere));
  await expect(goBack()).rejects.toThrow(CHANGED);
  expect(await generations()).toMatchObject({ live: third, previous: first });
  sandbox.heal();
  const held = await ingest(4, 3, 'held');
  beforeRequest(sandbox.client, '/_aliases', () => apply('promote', held, elsewhere));
  await expect(ingest(5, 3, 'held')).rejects.toThrow(CHANGED);
  expect(await generations()).toMatchObject({ live: held, leftovers: [] });
  await other.remove();
});
