import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadingAlias } from '../../../ingest/generations/generation.js';
import { rollback } from '../../../ingest/generations/promotion.js';
import { beforeRequest, interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { type Thing, thingResource, things } from './sources.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const ingest = async (value: number): Promise<string> =>
  (await sandbox.ingest(thingResource(() => things(3, value)))).index;
const liveValues = async (): Promise<number[]> =>
  [...(await sandbox.live<Thing>('things')).values()].map(({ value }) => value);
const goBack = () => rollback(sandbox, 'things');

/** Lets the first switch be done, but no answer arrive. */
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

test('the last two generations are kept, and no other', async () => {
  const first = await ingest(1);
  expect(await sandbox.generations('things')).toEqual({ live: first, leftovers: [] });
  expect(await liveValues()).toEqual([1, 1, 1]);

  const second = await ingest(2);
  expect(await sandbox.generations('things')).toEqual({
    live: second,
    previous: first,
    leftovers: [],
  });

  const third = await ingest(3);
  expect(await liveValues()).toEqual([3, 3, 3]);
  expect(await sandbox.indices()).toEqual(
    [second, third, `${sandbox.indexPrefix}-ingestions`].sort(),
  );
});

test('a generation that is live is stored as safely as any index', async () => {
  const index = await ingest(1);
  const settings = (await sandbox.client.indices.getSettings({ index }))[index]?.settings?.index;
  expect(settings).not.toHaveProperty('translog');
  expect(settings).not.toHaveProperty('refresh_interval');
  expect(settings).toMatchObject({ auto_expand_replicas: '0-1' });
  const { aliases } = (await sandbox.client.indices.getAlias({ index }))[index] ?? {};
  expect(Object.keys(aliases ?? {})).toEqual([`${sandbox.indexPrefix}-things`]);
});

test('a rollback goes back to the previous generation, and again to the later one', async () => {
  const first = await ingest(1);
  const second = await ingest(2);
  await expect(goBack()).resolves.toEqual({ live: first, previous: second });
  expect(await liveValues()).toEqual([1, 1, 1]);
  await expect(goBack()).resolves.toEqual({ live: second, previous: first });
  expect(await liveValues()).toEqual([2, 2, 2]);
});

test('the ingestion after a rollback replaces what was rolled back', async () => {
  const first = await ingest(1);
  await ingest(2);
  await goBack();
  const third = await ingest(3);
  expect(await sandbox.generations('things')).toEqual({
    live: third,
    previous: first,
    leftovers: [],
  });
  expect((await goBack()).live).toBe(first);
});

test('without a previous generation there is nothing to go back to', async () => {
  const refusal = 'There is no previous generation of things to go back to.';
  await expect(goBack()).rejects.toThrow(refusal);
  const only = await ingest(1);
  await expect(goBack()).rejects.toThrow(refusal);
  expect((await sandbox.generations('things')).live).toBe(only);
});

test('an index with the name of the alias is left alone', async () => {
  const name = `${sandbox.indexPrefix}-things`;
  await sandbox.client.indices.create({ index: name });
  await expect(ingest(1)).rejects.toThrow(
    `An index is called "${name}", where an alias should be. Delete or rename it.`,
  );
  expect(await sandbox.indices()).toContain(name);
});

test('a rollback is refused while a run is under way', async () => {
  await ingest(1);
  const second = await ingest(2);
  const gate = async (): Promise<string[]> => {
    await expect(goBack()).rejects.toThrow(
      /^An ingestion of things is running since .* Wait until it has ended, or stop it\.$/,
    );
    return [];
  };
  const { index: third } = await sandbox.ingest(thingResource(() => things(3, 3), { gate }));
  expect(await sandbox.generations('things')).toEqual({
    live: third,
    previous: second,
    leftovers: [],
  });
  await expect(goBack()).resolves.toMatchObject({ live: second });
});

test('of a run and some rollbacks at once one is done, and nothing is lost', async () => {
  const first = await ingest(1);
  const second = await ingest(2);
  const outcome = await Promise.allSettled([ingest(3), goBack(), goBack(), goBack()]);
  const { live, previous, leftovers } = await sandbox.generations('things');
  expect(leftovers).toEqual([]);
  expect(new Set([live, previous]).size).toBe(2);
  if (outcome[0].status === 'rejected') expect([live, previous].sort()).toEqual([first, second]);
});

test('the answer to a rollback is lost: it is done', async () => {
  const first = await ingest(1);
  const second = await ingest(2);
  loseAnswer();
  await expect(goBack()).resolves.toEqual({ live: first, previous: second });
  expect(await liveValues()).toEqual([1, 1, 1]);
});

test('the answer to the switch is lost: what it made live stays live', async () => {
  const first = await ingest(1);
  loseAnswer();
  const second = await ingest(2);
  expect(await sandbox.generations('things')).toEqual({
    live: second,
    previous: first,
    leftovers: [],
  });
  expect(await liveValues()).toEqual([2, 2, 2]);
});

test('nobody can tell whether the switch was made: what it made live stays live', async () => {
  const first = await ingest(1);
  loseAnswer(() => {
    beforeRequest(sandbox.client, '/_alias', () => Promise.reject(new Error('nobody knows')));
  });
  await expect(ingest(2)).rejects.toThrow(/aliases_not_found/);
  const { live, previous, leftovers } = await sandbox.generations('things');
  expect({ previous, leftovers }).toEqual({ previous: first, leftovers: [] });
  expect(live).not.toBe(first);
  expect(await liveValues()).toEqual([2, 2, 2]);
});

test('a switch that is done only after its answer was waited for: nothing live is deleted', async () => {
  const first = await ingest(1);
  let late: (() => Promise<unknown>) | undefined;
  interceptOnce(
    sandbox.client,
    ({ path }) => path === '/_aliases',
    (send) => {
      late = send;
      return Promise.reject(new Error('no answer yet'));
    },
  );
  // The state that is read before a deletion is still the old one.
  interceptOnce(
    sandbox.client,
    ({ method, path }) => method === 'DELETE' && path.includes('-things-g'),
    async (send) => {
      await late?.();
      return send();
    },
  );
  await expect(ingest(2)).rejects.toThrow('no answer yet');
  const { live, previous, leftovers } = await sandbox.generations('things');
  expect({ previous, leftovers }).toEqual({ previous: first, leftovers: [] });
  expect(live).not.toBe(first);
  expect(await liveValues()).toEqual([2, 2, 2]);
});

test('what another run has begun to delete does not go live', async () => {
  const first = await ingest(1);
  beforeRequest(sandbox.client, '/_aliases', async () => {
    const { leftovers } = await sandbox.generations('things');
    const [index = ''] = leftovers;
    await sandbox.client.indices.deleteAlias({ index, name: loadingAlias(index) });
  });
  await expect(ingest(2)).rejects.toThrow();
  expect(await sandbox.generations('things')).toEqual({ live: first, leftovers: [] });
});

test('an index that cannot be made ready to be loaded is deleted', async () => {
  beforeRequest(sandbox.client, '/_settings', () => Promise.reject(new Error('no settings')));
  await expect(ingest(1)).rejects.toThrow('no settings');
  expect(await sandbox.generations('things')).toEqual({ leftovers: [] });
});

describe('a person switches between looking and switching', () => {
  const aliasOf = (index: string, alias: string) => ({
    index,
    alias: `${sandbox.indexPrefix}-${alias}`,
  });
  const beforeSwitching = (live: string, previous: string): void => {
    beforeRequest(sandbox.client, '/_aliases', () =>
      sandbox.client.indices.updateAliases({
        actions: [
          { remove: aliasOf(live, 'things') },
          { add: aliasOf(live, 'things-previous') },
          { remove: aliasOf(previous, 'things-previous') },
          { add: aliasOf(previous, 'things') },
        ],
      }),
    );
  };
  const changed = 'Someone else has changed the generations of things meanwhile';

  test('an ingestion does not go live beside it', async () => {
    const first = await ingest(1);
    const second = await ingest(2);
    beforeSwitching(second, first);
    await expect(ingest(3)).rejects.toThrow(changed);
    expect(await sandbox.generations('things')).toEqual({
      live: first,
      previous: second,
      leftovers: [],
    });
    expect(await liveValues()).toEqual([1, 1, 1]);
  });

  test('a rollback does not make a second one live', async () => {
    await ingest(1);
    const second = await ingest(2);
    const third = `${sandbox.indexPrefix}-things-g20991231t000000000`;
    await sandbox.client.indices.create({ index: third });
    beforeRequest(sandbox.client, '/_aliases', () =>
      sandbox.client.indices.updateAliases({
        actions: [{ remove: aliasOf(second, 'things') }, { add: aliasOf(third, 'things') }],
      }),
    );
    await expect(goBack()).rejects.toThrow(changed);
    expect(await sandbox.generations('things')).toMatchObject({ live: third });
  });
});
