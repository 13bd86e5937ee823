import { hostname } from 'node:os';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { holdLock } from './holdLock.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { thingResource, things } from './sources.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const ingest = (more = {}) => sandbox.ingest(thingResource(() => things(3, 1), more));

const hold = (holder: Parameters<typeof holdLock>[2]) => holdLock(sandbox, 'things', holder);

async function isFree(): Promise<boolean> {
  const index = `${sandbox.indexPrefix}-ingestions`;
  return !(await sandbox.client.exists({ index, id: 'things' }));
}

test('is free again after an ingestion, also after a failed one', async () => {
  await ingest();
  expect(await isFree()).toBe(true);
  await expect(ingest({ gate: () => Promise.resolve(['no']) })).rejects.toThrow(/gate/);
  expect(await isFree()).toBe(true);
});

test('a second run is refused, and told about the first', async () => {
  const first = (await ingest()).index;
  await hold({});
  await expect(ingest()).rejects.toThrow(
    `An ingestion of things is running since 2026-11-21T10:00:00.000Z (process ${process.ppid} on ${hostname()}). Wait until it has ended, or stop it.`,
  );
  expect(await sandbox.generations('things')).toEqual({ live: first, remains: [] });
  expect(await isFree()).toBe(false);
});

test('a second run of the same process is refused, too', async () => {
  const results = await Promise.allSettled([ingest(), ingest()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({
      message: expect.stringMatching(/An(other)? ingestion of things/),
    }),
  });
  await expect(ingest()).resolves.toMatchObject({ indexed: 3 });
});

test('on another machine counts until a minute of silence', async () => {
  await ingest();
  await hold({ host: 'elsewhere', silentSeconds: 50 });
  await expect(ingest()).rejects.toThrow('on elsewhere');
  await hold({ host: 'elsewhere', silentSeconds: 61 });
  await expect(ingest()).resolves.toMatchObject({ indexed: 3 });
});

test('of a process of this machine that is gone is taken over at once', async () => {
  await ingest();
  await hold({ pid: spawnSync(process.execPath, ['--version']).pid });
  await expect(ingest()).resolves.toMatchObject({ indexed: 3 });
});

test('of a former process with our number, as in a container, is taken over at once', async () => {
  await ingest();
  await hold({ pid: process.pid });
  await expect(ingest()).resolves.toMatchObject({ indexed: 3 });
});

test.each(['gate', 'beforePromotion'])('lost during %s: nothing goes live', async (step) => {
  const first = (await ingest()).index;
  const lose = async (): Promise<string[]> => {
    await hold({});
    return [];
  };
  await expect(ingest({ [step]: lose })).rejects.toThrow(
    'The lock of things was lost to another ingestion; nothing went live.',
  );
  expect(await sandbox.generations('things')).toEqual({ live: first, remains: [] });
  expect(await isFree()).toBe(false);
});

test('the index deleted while it is loaded: one sentence, nothing goes live', async () => {
  const first = (await ingest()).index;
  async function* deleting() {
    const { remains } = await sandbox.generations('things');
    for (const index of remains) await sandbox.client.indices.delete({ index });
    yield* things(10, 2);
  }
  await expect(sandbox.ingest(thingResource(deleting))).rejects.toThrow(
    /^t\w+-things-g\w+ was deleted while it was loaded, by a person or another ingestion\.$/,
  );
  expect(await sandbox.generations('things')).toEqual({ live: first, remains: [] });
});
