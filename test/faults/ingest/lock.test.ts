import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { retryingClient } from '../../../core/elasticsearch/retry.js';
import { acquireLocks, isAtWork, type LockOptions } from '../../../ingest/generations/lock.js';
import { createSandbox, holdLock, type Sandbox } from '../../store/ingest/sandbox.js';
import { thingResource, things } from '../../store/ingest/sources.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { fakeTimers } from '../../support/each.js';

/** Long enough for a heartbeat of the tests on a busy machine. */
const TIMEOUT_MS = 1_200;

let sandbox: Sandbox;
let index: string;
beforeEach(async () => {
  sandbox = createSandbox();
  index = `${sandbox.indexPrefix}-ingestions`;
  await ingest();
});
afterEach(() => sandbox.remove());

const ingest = (more = {}) => sandbox.ingest(thingResource(() => things(3, 1), more));
const hold = (holder: Parameters<typeof holdLock>[2] = {}) => holdLock(sandbox, 'things', holder);
const take = (options: LockOptions = {}) =>
  acquireLocks(sandbox, ['things'], { timeoutMs: TIMEOUT_MS, ...options });
const isFree = async (): Promise<boolean> =>
  !(await sandbox.client.exists({ index, id: 'things' }));
/** The process number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

/** One of two runs at once is refused. */
async function expectOneOfTwo(): Promise<void> {
  const results = await Promise.allSettled([ingest(), ingest()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({
      message: expect.stringMatching(/^An(other)? ingestion of things/),
    }),
  });
}

test('is free again after an ingestion, also after a failed one', async () => {
  expect(await isFree()).toBe(true);
  await expect(ingest({ gate: () => Promise.resolve(['no']) })).rejects.toThrow(/gate/);
  expect(await isFree()).toBe(true);
});

test('a second run of the same process is refused, at any moment of the first one', async () => {
  await expectOneOfTwo();
  const gate = async (): Promise<string[]> => {
    await expect(ingest()).rejects.toThrow('An ingestion of things is running since');
    return [];
  };
  await ingest({ gate });
  // Also before the first one knows that it has the lock.
  interceptOnce(
    sandbox.client,
    ({ method, path }) => method === 'PUT' && path.endsWith('-ingestions/_doc/things'),
    async (send) => {
      const answer = await send();
      await expect(ingest()).rejects.toThrow(/^An ingestion of things is running/);
      return answer;
    },
  );
  await expect(ingest()).resolves.toMatchObject({ counts: { indexed: 3 } });
});

test('the lock of a dead process of this machine is taken over at once, by one of two runs', async () => {
  await hold({ pid: deadPid() });
  await expectOneOfTwo();
  // In a container, a former process had the same number.
  await hold({ pid: process.pid });
  await expect(ingest()).resolves.toMatchObject({ counts: { indexed: 3 } });
});

test('the lock of a dead process is taken over although a node without the latest writes says that it is free', async () => {
  await hold({ pid: deadPid() });
  // Before the attempt to take it, and once more after the conflict.
  for (let stale = 0; stale < 2; stale += 1) {
    interceptOnce(
      sandbox.client,
      ({ method, path }) => method === 'GET' && path.endsWith('-ingestions/_doc/things'),
      () => Promise.resolve({ found: false }),
    );
  }
  await expect(ingest()).resolves.toMatchObject({ counts: { indexed: 3 } });
});

describe('the lock of a run that may be alive', () => {
  const HOLDERS: Record<string, Parameters<typeof holdLock>[2]> = {
    'on another machine': { process: '1 2 another', pid: 2 ** 22 },
    'on another machine, with our number': {
      process: `${process.pid} 2 another`,
      pid: process.pid,
    },
    'somewhere unknown': { process: undefined, pid: process.pid },
    'here, with the number of a process': {},
  };
  const names = Object.keys(HOLDERS);
  const holdAll = () => Promise.all(names.map((name) => holdLock(sandbox, name, HOLDERS[name])));
  const takeOf = (name: string, options = {}) =>
    acquireLocks(sandbox, [name], { timeoutMs: TIMEOUT_MS, ...options });
  beforeEach(holdAll);

  test('is not taken over while it beats, whatever the clocks say', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const beat = setInterval(() => void holdAll(), TIMEOUT_MS / 6);
    try {
      await Promise.all(
        names.map((name) => {
          const { pid = process.ppid } = HOLDERS[name] ?? {};
          return expect(takeOf(name)).rejects.toThrow(
            `An ingestion of ${name} is running since 2026-11-21T10:00:00.000Z (process ${pid} on ${hostname()}). Wait until it has ended, or stop it.`,
          );
        }),
      );
    } finally {
      clearInterval(beat);
      clock.mockRestore();
    }
  });

  test('is at work while it beats, whatever its clock says, and not at work if it does not', async () => {
    const [process, resource] = ['1 2 another', 'on another machine'];
    const begun = new Date(Date.now() - 180_000).toISOString();
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    const isWorking = () => isAtWork(sandbox, { resource, begun, process });
    const beat = setInterval(() => void holdLock(sandbox, resource, { process, beatAt: begun }), 500); // prettier-ignore
    expect(await isWorking()).toBe(true);
    clearInterval(beat);
    await holdLock(sandbox, resource, { process, beatAt: ahead });
    expect(await isWorking()).toBe(false);
  }, 20_000);

  test('is waited for once, if a dead run holds several', async () => {
    const events: string[] = [];
    const progress = { ...silentProgress, note: () => events.push('wait') };
    const write = sandbox.client.index.bind(sandbox.client);
    const taken = jest.spyOn(sandbox.client, 'index').mockImplementation((...given: unknown[]) => {
      events.push('take');
      return Reflect.apply(write, sandbox.client, given) as never;
    });
    await (await acquireLocks(sandbox, names, { timeoutMs: TIMEOUT_MS, progress })).release();
    taken.mockRestore();
    // All waits begin before the first one is over.
    expect(events.slice(0, 2 * names.length)).toEqual([
      ...names.map(() => 'wait'),
      ...names.map(() => 'take'),
    ]);
    // One that is alive is told at once, and none is taken.
    await holdAll();
    const own = await acquireLocks(sandbox, ['alive']);
    const refused = acquireLocks(sandbox, [...names, 'alive'], { timeoutMs: 3_600_000 });
    await expect(refused).rejects.toThrow('An ingestion of alive is running');
    await own.release();
  });

  test('is taken over after a time of silence only', async () => {
    await Promise.all(
      names.map(async (name) => {
        const begun = performance.now();
        const notes: string[] = [];
        const progress = { ...silentProgress, note: (text: string) => notes.push(text) };
        const lock = await takeOf(name, { progress });
        expect(performance.now() - begun).toBeGreaterThan(TIMEOUT_MS);
        expect(notes).toEqual([
          expect.stringMatching(/^An .* Waiting 1\.2 s to see whether it is still running\.$/),
        ]);
        await lock.release();
      }),
    );
  });
});

test('the wait for a silent holder ends when the lock is released, or on an interruption', async () => {
  await hold();
  const interruption = new AbortController();
  const interrupted = take({ signal: interruption.signal, timeoutMs: 3_600_000 });
  setTimeout(() => {
    interruption.abort(new Error('enough'));
  }, 100);
  await expect(interrupted).rejects.toThrow(/^enough$/);
  const soon = take();
  await sandbox.client.delete({ index, id: 'things' });
  await (await soon).release();
});

test('after a failed poll the silence begins again, with a note', async () => {
  await hold();
  const { client, indexPrefix } = sandbox;
  const notes: string[] = [];
  const progress = { ...silentProgress, note: (text: string) => notes.push(text) };
  const patient = retryingClient(client, { progress });
  const interceptRead = (number: number, pass: Parameters<typeof interceptOnce>[2]): void => {
    let reads = 0;
    const isRead = ({ method = '', path = '' }) =>
      method === 'GET' && path.endsWith('/_doc/things');
    interceptOnce(client, (request) => isRead(request) && (reads += 1) === number, pass);
  };
  // The first read is followed by twelve polls. This one is sent only if they begin again.
  interceptRead(16, async (send) => {
    await hold();
    return send();
  });
  interceptRead(10, () => Promise.reject(new errors.TimeoutError('too slow')));
  const requests = jest.spyOn(client.transport, 'request');
  const taking = acquireLocks({ client: patient, indexPrefix }, ['things'], { timeoutMs: TIMEOUT_MS, progress }); // prettier-ignore
  await expect(taking).rejects.toThrow('An ingestion of things is running since');
  expect(notes).toContain('Elasticsearch: too slow. Trying again for 10 min.');
  const poll = { maxRetries: 0, requestTimeout: 5_000 };
  expect(requests).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(poll));
});

test.each(['gate', 'the note of its provenance'])(
  'a lock that is lost during %s: nothing is promoted',
  async (step) => {
    const { live } = await sandbox.generations('things');
    const lose = async (): Promise<string[]> => {
      await hold();
      return [];
    };
    const isNote = ({ path }: { path: string }) => /-things-g\w+\/_mapping$/.test(path);
    if (step !== 'gate')
      interceptOnce(sandbox.client, isNote, async (send) => {
        await lose();
        return send();
      });
    await expect(ingest(step === 'gate' ? { gate: lose } : {})).rejects.toThrow(
      'Another ingestion has taken over the lock of things. Nothing was promoted.',
    );
    expect(await sandbox.generations('things')).toEqual({ live, leftovers: [] });
    expect(await isFree()).toBe(false);
  },
);

describe('the heartbeat of a run', () => {
  fakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] }); // prettier-ignore
  const stored = () => sandbox.client.get<{ holder: string }>({ index, id: 'things' });

  test('is written well within the silence', async () => {
    const lock = await take();
    const { _seq_no: before } = await stored();
    jest.advanceTimersByTime(30_000);
    while ((await stored())._seq_no === before) await new Promise((next) => setTimeout(next, 10));
    await lock.assertHeld();
    await lock.release();
    expect(await isFree()).toBe(true);
  });

  test('does not take the lock back from another run', async () => {
    const lock = await take();
    interceptOnce(
      sandbox.client,
      ({ method }) => method === 'PUT',
      async (send) => {
        await hold();
        return send();
      },
    );
    jest.advanceTimersByTime(10_000);
    await lock.release();
    expect((await stored())._source?.holder).toBe('somebody else');
  });
});
