import { hostname } from 'node:os';
import { spawnSync } from 'node:child_process';
import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { acquireLock, type LockOptions } from '../../../ingest/generations/lock.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { holdLock } from '../../integration/ingest/holdLock.js';
import { createSandbox, type Sandbox } from '../../integration/ingest/sandbox.js';
import { thingResource, things } from '../../integration/ingest/sources.js';

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

/** Long enough for a heartbeat of the tests to come through to a busy Elasticsearch. */
const SILENCE_MS = 1_200;

const take = (options: LockOptions = {}) =>
  acquireLock(sandbox, 'things', { silenceMs: SILENCE_MS, ...options });

/** Locks by their resource, of runs that cannot be told to have ended. */
const ALIVE_PERHAPS: Record<string, Parameters<typeof holdLock>[2]> = {
  'on another machine': { processSpace: 'another' },
  'on another machine, with the number of none here': { processSpace: 'another', pid: 2 ** 22 },
  'on another machine, with our number': { processSpace: 'another', pid: process.pid },
  'that does not tell where it is': { processSpace: undefined, pid: process.pid },
  'here, with the number of a process': {},
};

const each = <Result>(work: (resource: string) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Object.keys(ALIVE_PERHAPS).map(work));

describe('that of a run of which nobody knows that it has ended', () => {
  const holdEach = () => each((resource) => holdLock(sandbox, resource, ALIVE_PERHAPS[resource]));
  const take = (resource: string, options = {}) =>
    acquireLock(sandbox, resource, {
      silenceMs: SILENCE_MS,
      ...options,
    });
  beforeEach(async () => {
    await ingest();
    await holdEach();
  });

  test('counts while it beats, whatever the clocks say', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const beat = setInterval(() => void holdEach(), SILENCE_MS / 6);
    try {
      await each(async (resource) => {
        const { pid = process.ppid } = ALIVE_PERHAPS[resource] ?? {};
        await expect(take(resource)).rejects.toThrow(
          `An ingestion of ${resource} is running since 2026-11-21T10:00:00.000Z (process ${pid} on ${hostname()}). Wait until it has ended, or stop it.`,
        );
      });
    } finally {
      clearInterval(beat);
      clock.mockRestore();
    }
  });

  test('is taken over when it is silent, after the time of silence only', async () => {
    await each(async (resource) => {
      const begun = performance.now();
      const notes: string[] = [];
      const lock = await take(resource, { note: (text: string) => notes.push(text) });
      expect(performance.now() - begun).toBeGreaterThan(SILENCE_MS);
      expect(notes).toEqual([
        expect.stringMatching(
          /^An ingestion of .* Waiting 1\.2 s to see whether it is still running\.$/,
        ),
      ]);
      await lock.release();
    });
  });
});

test('a lock that is released while a sign of life is waited for is taken', async () => {
  await ingest();
  await hold({});
  const taking = take();
  await sandbox.client.delete({ index: `${sandbox.indexPrefix}-ingestions`, id: 'things' });
  await (await taking).release();
});

test('a time without Elasticsearch is no silence', async () => {
  await ingest();
  await hold({});
  let looks = 0;
  const { transport } = sandbox.client;
  transport.request = new Proxy(transport.request.bind(transport), {
    async apply(request, self, parameters: Parameters<typeof transport.request>) {
      const isLook = parameters[0].path.endsWith('/_doc/things') && parameters[0].method === 'GET';
      looks += isLook ? 1 : 0;
      // It hangs for longer than the time of silence, and then the holder is heard again.
      if (isLook && looks === 4) {
        await new Promise((resolve) => setTimeout(resolve, 1.5 * SILENCE_MS));
        setTimeout(() => void hold({}), SILENCE_MS / 4);
      }
      return Reflect.apply(request, self, parameters) as unknown;
    },
  });
  await expect(take()).rejects.toThrow('An ingestion of things is running since');
});

test('a look that fails is missed, and the silence goes on', async () => {
  await ingest();
  await hold({});
  const taking = take();
  setTimeout(() => {
    interceptOnce(
      sandbox.client,
      ({ path }) => path.endsWith('/_doc/things'),
      () => Promise.reject(new errors.TimeoutError('too slow')),
    );
  }, SILENCE_MS / 2);
  await (await taking).release();
});

test('an interruption ends the waiting', async () => {
  await ingest();
  await hold({});
  const interruption = new AbortController();
  const taking = take({ signal: interruption.signal, silenceMs: 3_600_000 });
  setTimeout(() => {
    interruption.abort(new Error('enough'));
  }, 100);
  await expect(taking).rejects.toThrow(/^enough$/);
});

test('of a run of the same process is not taken over before that one knows of it', async () => {
  await ingest();
  interceptOnce(
    sandbox.client,
    ({ method, path }) => method === 'PUT' && path.endsWith('-ingestions/_doc/things'),
    async (send) => {
      const answer = await send();
      await expect(ingest()).rejects.toThrow(/^An ingestion of things is running/);
      return answer;
    },
  );
  await expect(ingest()).resolves.toMatchObject({ indexed: 3 });
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
    'Another ingestion has taken over the lock of things. Nothing was promoted.',
  );
  expect(await sandbox.generations('things')).toEqual({ live: first, leftovers: [] });
  expect(await isFree()).toBe(false);
});

describe('the heartbeat of a run', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: [...NOT_FAKED] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const acquire = () => acquireLock(sandbox, 'things');
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
