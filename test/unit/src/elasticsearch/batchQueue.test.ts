import { errors } from '@elastic/elasticsearch';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { opaqueIds, shared, Trace, traced } from '../../../../src/observe/elasticsearch.js';
import { BatchQueue, type BatchQueueOptions } from '../../../../src/elasticsearch/batchQueue.js';
import { fakeTimers } from '../../../support/each.js';

interface Sent {
  readonly tasks: readonly number[];
  readonly timeoutMs: number;
  /** With ten times each task when absent. */
  answer(outcomes?: (number | Error)[]): void;
  fail(error: Error): void;
}

let sent: Sent[];
const UNAVAILABLE = { status: 503, code: 'unavailable' };
const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0);
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const timeout = (): Error => new errors.TimeoutError('Request timed out');

fakeTimers();
beforeEach(() => {
  sent = [];
});

function start(
  options: Partial<BatchQueueOptions<number, number>> = {},
): BatchQueue<number, number> {
  return new BatchQueue<number, number>({
    name: 'test',
    timeoutMs: 1_000,
    maxInFlight: 1,
    maxBatch: 3,
    maxWaiting: 100,
    send: (tasks, timeoutMs) =>
      new Promise((resolve, reject) => {
        const answer = (outcomes = tasks.map((task) => 10 * task)): void => {
          resolve(outcomes);
        };
        sent.push({ tasks, timeoutMs, answer, fail: reject });
      }),
    ...options,
  });
}

const batches = (): readonly (readonly number[])[] => sent.map(({ tasks }) => tasks);
const rejected = (task: Promise<number>) => expect(task).rejects.toMatchObject(UNAVAILABLE);

describe('batches', () => {
  test('tasks of one turn go together, and each gets its own outcome', async () => {
    const queue = start();
    const all = Promise.all([1, 2, 3].map((task) => queue.add(task)));
    expect(sent).toEqual([]);
    await turn();
    expect(batches()).toEqual([[1, 2, 3]]);
    sent[0]?.answer();
    expect(await all).toEqual([10, 20, 30]);
  });

  test('what arrives while others are under way goes together, in order, up to the weight of a batch', async () => {
    const queue = start({ maxInFlight: 2, weightOf: (task) => (task === 5 ? 9 : 1) });
    for (const task of [1, 2, 3, 4, 5, 6]) {
      void queue.add(task);
      await turn();
    }
    expect(batches()).toEqual([[1], [2]]);
    for (let next = 0; next < 5; next += 1) {
      sent[next]?.answer();
      await turn();
    }
    // One that is too heavy goes alone.
    expect(batches()).toEqual([[1], [2], [3, 4], [5], [6]]);
  });

  test('after a batch it pauses as long as it shall', async () => {
    const queue = start({ pauseMs: (size, tookMs) => (size > 1 ? tookMs / 2 : 0) });
    for (const task of [1, 2]) void queue.add(task);
    await pass(20);
    sent[0]?.answer();
    await turn();
    void queue.add(3);
    await pass(9);
    expect(sent).toHaveLength(1);
    await pass(1);
    expect(batches()).toEqual([[1, 2], [3]]);
  });
});

describe('failures', () => {
  test('that of one task is only its own', async () => {
    const queue = start();
    const told = Promise.allSettled([1, 2].map((task) => queue.add(task)));
    await turn();
    sent[0]?.answer([new Error('its own'), 20]);
    expect((await told).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('that of a request is that of its batch, and the next batch goes', async () => {
    const queue = start();
    const failed = [1, 2].map((task) => rejected(queue.add(task)));
    await turn();
    const next = queue.add(3);
    sent[0]?.fail(new errors.ConnectionError('reset'));
    await Promise.all(failed);
    await turn();
    sent[1]?.answer();
    expect(await next).toBe(30);
  });

  test('a slow task fails alone: those that shared its batch are sent again, one by one, before what came later', async () => {
    const queue = start({ retriesAlone: true, maxInFlight: 2 });
    const slow = rejected(queue.add(1));
    const others = Promise.all([2, 3].map((task) => queue.add(task)));
    await turn();
    // Half of the time; the other half is for those that are not at fault.
    expect(sent).toMatchObject([{ tasks: [1, 2, 3], timeoutMs: 500 }]);
    await pass(500);
    const later = queue.add(4);
    sent[0]?.fail(timeout());
    await turn();
    expect(sent.slice(1)).toMatchObject([
      { tasks: [1], timeoutMs: 500 },
      { tasks: [2], timeoutMs: 500 },
    ]);
    sent[2]?.answer();
    await turn();
    sent[3]?.answer();
    expect(await others).toEqual([20, 30]);
    await turn();
    expect(batches().slice(3)).toEqual([[3], [4]]);
    sent[4]?.answer();
    expect(await later).toBe(40);
    sent[1]?.fail(timeout());
    await slow;
  });

  test.each([
    [490, 3],
    [510, 2],
  ])('tasks that have waited for %d ms of a second: %d requests', async (waitedMs, requests) => {
    const queue = start({ retriesAlone: true });
    const all = Promise.allSettled([queue.add(1)]);
    await turn();
    const both = Promise.allSettled([2, 3].map((task) => queue.add(task)));
    await pass(waitedMs);
    sent[0]?.answer();
    await turn();
    sent[1]?.fail(timeout());
    await turn();
    expect(sent).toHaveLength(requests);
    await pass(1_000);
    for (const each of sent) each.answer();
    await Promise.all([all, both]);
  });

  test('a task that is sent again keeps its age, so that new ones are rejected', async () => {
    const queue = start({ retriesAlone: true, maxAgeMs: 600 });
    const both = Promise.allSettled([1, 2].map((task) => queue.add(task)));
    await pass(500);
    sent[0]?.fail(timeout());
    await turn();
    // Task 1 is under way alone, task 2 has waited for 500 ms.
    for (let task = 3; task < 8; task += 1) void queue.add(task).catch(() => undefined);
    await pass(100);
    await rejected(queue.add(9));
    sent[1]?.fail(timeout());
    await pass(2_000);
    for (const each of sent) each.answer();
    await both;
  });

  /** Adds 200 tasks a second for 3 s, to an Elasticsearch that is paused meanwhile. */
  async function pauseFor(pauseMs: number) {
    let requests = 0;
    const resumesAt = performance.now() + pauseMs;
    const send = async (tasks: readonly number[], withinMs: number) => {
      requests += 1;
      const neededMs = Math.max(0, resumesAt - performance.now()) + 5;
      await new Promise((resolve) => setTimeout(resolve, Math.min(neededMs, withinMs)));
      if (neededMs > withinMs) throw timeout();
      return tasks;
    };
    const options = { timeoutMs: 2_500, maxInFlight: 4, maxBatch: 8, maxAgeMs: 500, maxWaiting: 5_000 }; // prettier-ignore
    const queue = start({ ...options, retriesAlone: true, send });
    const settling = Array.from({ length: 32 }, (_, task) => Promise.allSettled([queue.add(task)]));
    for (let task = 0; task < 600; task += 1) {
      settling.push(Promise.allSettled([queue.add(task)]));
      await pass(5);
    }
    await pass(5_000);
    const settled = (await Promise.all(settling)).flat();
    return { requests, failed: settled.filter(({ status }) => status === 'rejected').length };
  }

  test.each([
    [1_300, 378, 169],
    // Half of the time of those that waited is over, so that they are not sent twice: 25 requests less.
    [2_600, 101, 466],
  ])('an Elasticsearch that pauses for %d ms gets few requests twice', async (pauseMs, most, mostFailed) => {
    const { requests, failed } = await pauseFor(pauseMs);
    expect(requests).toBeLessThanOrEqual(most);
    expect(failed).toBeLessThanOrEqual(mostFailed);
  }); // prettier-ignore

  test('where a task may not be made twice, none is sent again', async () => {
    const queue = start();
    const both = [1, 2].map((task) => rejected(queue.add(task)));
    await turn();
    expect(sent[0]?.timeoutMs).toBe(1_000);
    sent[0]?.fail(timeout());
    await Promise.all(both);
    expect(sent).toHaveLength(1);
  });
});

describe('time', () => {
  test('a batch may take what is left for its newest task; whose time is over does not go', async () => {
    const queue = start();
    void queue.add(1);
    await turn();
    const late = rejected(queue.add(2));
    await pass(500);
    const inTime = queue.add(3);
    await pass(600);
    sent[0]?.answer();
    await late;
    expect(sent[1]).toMatchObject({ tasks: [3], timeoutMs: 400 });
    sent[1]?.answer();
    expect(await inTime).toBe(30);
  });

  test('a batch has the time of its newest task, so that none fails by that of the oldest', async () => {
    const queue = start();
    const first = queue.add(1);
    await turn();
    const old = queue.add(2);
    await pass(900);
    const newer = [3, 4].map((task) => queue.add(task));
    sent[0]?.answer();
    await first;
    await turn();
    expect(sent[1]).toMatchObject({ tasks: [2, 3, 4], timeoutMs: 1_000 });
    await pass(100);
    sent[1]?.answer();
    expect(await Promise.all([old, ...newer])).toEqual([20, 30, 40]);
  });
});

describe('fairness', () => {
  const as = (tokenId: string, add: () => Promise<number>): Promise<number> => {
    const trace = new Trace('request');
    trace.tokenId = tokenId;
    return traced([trace], add);
  };

  test('tokens take turns by weight, those of a token in order; what has no token is one of them', async () => {
    const queue = start({ maxBatch: 1, weightOf: (task) => (task === 30 ? 2 : 1) });
    const tasks = [
      [10, 'busy'],
      [11, 'busy'],
      [12, 'busy'],
      [13, 'busy'],
      [20, 'light'],
      [30, 'dear'],
      [31, 'dear'],
    ] as const;
    const all = tasks.map(([task, token]) => as(token, () => queue.add(task)));
    await turn();
    all.push(queue.add(40));
    for (let next = 0; next < 8; next += 1) {
      sent[next]?.answer();
      await turn();
    }
    await Promise.all(all);
    expect(batches().flat()).toEqual([10, 20, 30, 40, 11, 12, 31, 13]);
  });

  test('work that several tokens share is that of none', async () => {
    const queue = start({ maxBatch: 1 });
    const traces = ['busy', 'light'].map((id) => Object.assign(new Trace(id), { tokenId: id }));
    const all = [1, 2, 3].map((task) => as('busy', () => queue.add(task)));
    await turn();
    all.push(traced(traces, () => queue.add(4)));
    all.push(as('busy', () => shared(() => queue.add(5))));
    for (let next = 0; next < 5; next += 1) {
      sent[next]?.answer();
      await turn();
    }
    await Promise.all(all);
    expect(batches().flat()).toEqual([1, 4, 2, 5, 3]);
  });

  test('the backlog of a token rejects no task of others', async () => {
    const queue = start({ maxBatch: 1, maxAgeMs: 500, maxWaiting: 4 });
    for (const task of [1, 2, 3]) void as('busy', () => queue.add(task)).catch(() => 0);
    await pass(500);
    await rejected(as('busy', () => queue.add(4)));
    for (const id of ['b', 'c']) void as(id, () => queue.add(6)).catch(() => undefined);
    const light = as('light', () => queue.add(5));
    for (const each of [0, 1, 2]) {
      sent[each]?.answer();
      await turn();
    }
    expect(batches()).toEqual([[1], [6], [6], [5]]);
    sent[3]?.answer();
    expect(await light).toBe(50);
  });
});

describe('too much', () => {
  test('no more than so many wait; those are told at once, and later ones are taken again', async () => {
    const queue = start({ maxWaiting: 2 });
    const taken = [queue.add(1), queue.add(2)];
    await rejected(queue.add(3));
    await turn();
    taken.push(queue.add(4));
    for (const each of [0, 1]) {
      sent[each]?.answer();
      await turn();
    }
    expect(await Promise.all(taken)).toEqual([10, 20, 40]);
  });

  test('while two rounds wait and the oldest is too old, new tasks are rejected; that prolongs nothing', async () => {
    const queue = start({ maxBatch: 1, maxAgeMs: 500 });
    for (const task of [1, 2, 3]) {
      void queue.add(task).catch(() => undefined);
      await turn();
    }
    await pass(498);
    const taken = queue.add(4);
    await pass(2);
    // However often it is tried.
    for (let time = 0; time < 20; time += 1) await rejected(queue.add(5));
    for (const each of [0, 1, 2]) {
      sent[each]?.answer();
      await turn();
    }
    // One task may wait for any time.
    await pass(400);
    const next = queue.add(6);
    for (const each of [3, 4]) {
      sent[each]?.answer();
      await turn();
    }
    expect(await Promise.all([taken, next])).toEqual([40, 60]);
  });

  test('a batch names the requests that it is for, up to eight, each once', async () => {
    let sentIds: unknown;
    const queue = start({ maxBatch: 100, send: (tasks) => { sentIds = opaqueIds(); return Promise.resolve(tasks); } }); // prettier-ignore
    const traces = Array.from({ length: 10 }, (_, i) => new Trace(`r${i}`));
    const added = [...traces, ...traces].map((trace) => traced([trace], () => queue.add(1)));
    await pass(5);
    await Promise.all(added);
    expect(sentIds).toEqual({ opaqueId: 'r0,r1,r2,r3,r4,r5,r6,r7+2' });
    const one = [new Trace('one', '00-1'), new Trace('two', '00-2')];
    await Promise.all([...one.map((trace) => traced([trace], () => queue.add(1))), turn()]);
    // Elasticsearch reads only one.
    expect(sentIds).toEqual({ opaqueId: 'one,two', headers: { traceparent: '00-1' } });
    expect(opaqueIds()).toEqual({});
  });
});
