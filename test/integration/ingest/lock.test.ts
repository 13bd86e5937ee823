import { hostname } from 'node:os';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { acquireLock } from '../../../ingest/lock.js';
import { interceptOnce } from '../../support/interceptOnce.js';
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

/** That of a process which has ended. */
const numberOfNobody = (): number => spawnSync(process.execPath, ['--version']).pid;

/** All but those that a heartbeat comes from. */
const NOT_FAKED = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

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

test('a run of the same process that has been at work for a while is not taken for a former one', async () => {
  const gate = async (): Promise<string[]> => {
    await expect(ingest()).rejects.toThrow('An ingestion of things is running since');
    return [];
  };
  await expect(ingest({ gate })).resolves.toMatchObject({ indexed: 3 });
});

test('that of a dead run is taken over by one of two only', async () => {
  await ingest();
  await hold({ pid: numberOfNobody() });
  const results = await Promise.allSettled([ingest(), ingest()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({
      message: expect.stringMatching(/^An(other)? ingestion of things/),
    }),
  });
});

test('on another machine counts until a minute of silence', async () => {
  await ingest();
  await hold({ host: 'elsewhere', silentSeconds: 50 });
  await expect(ingest()).rejects.toThrow('on elsewhere');
  await hold({ host: 'elsewhere', silentSeconds: 61 });
  await expect(ingest()).resolves.toMatchObject({ indexed: 3 });
});

test('on another machine counts, whatever runs under that number here', async () => {
  await ingest();
  await hold({ host: 'elsewhere', pid: numberOfNobody() });
  await expect(ingest()).rejects.toThrow('on elsewhere');
  await hold({ host: 'elsewhere', pid: process.pid });
  await expect(ingest()).rejects.toThrow('on elsewhere');
});

test('of a process of this machine that is gone is taken over at once', async () => {
  await ingest();
  await hold({ pid: numberOfNobody() });
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

describe('the heartbeat of a run', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: [...NOT_FAKED] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const acquire = () => acquireLock(sandbox.client, sandbox.indexPrefix, 'things');
  const stored = () =>
    sandbox.client.get<{ holder: string }>({
      index: `${sandbox.indexPrefix}-ingestions`,
      id: 'things',
    });

  test('is heard well within the minute of silence', async () => {
    const lock = await acquire();
    const { _seq_no: before } = await stored();
    jest.advanceTimersByTime(30_000);
    while ((await stored())._seq_no === before) await new Promise((next) => setTimeout(next, 10));
    await lock.assertHeld();
    await lock.release();
    expect(await isFree()).toBe(true);
  });

  test('does not take the lock back from another run', async () => {
    const lock = await acquire();
    interceptOnce(
      sandbox.client,
      ({ method }) => method === 'PUT',
      async (send) => {
        await hold({});
        return send();
      },
    );
    jest.advanceTimersByTime(10_000);
    await lock.release();
    expect((await stored())._source?.holder).toBe('somebody else');
  });
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
