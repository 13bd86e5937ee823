import { type Client, errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pino from 'pino';
import { StateLog } from '../../../../src/observe/stateLog.js';
import { Live, type Read } from '../../../../src/search/live.js';
import type { Checked } from '../../../../src/search/readiness.js';

const cities: Checked = { resource: 'cities', mappings: {} };
const markers: Checked = { resource: 'markers', mappings: {} };
const CITIES = [cities];
const BOTH = [cities, markers];

interface State {
  alias?: string;
  uuid?: string;
}

interface Request {
  answer(indices: Record<string, State>): Promise<void>;
  fail(error?: Error): Promise<void>;
}

let requests: Request[];
let changes: string[];
let told: string[];
/** What the shards of each index say. */
let shards: unknown[];
let live: Live;

/** Answers when a test says so, as Elasticsearch does. */
function stubClient(): Client {
  const get = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      requests.push({
        async answer(indices) {
          const found = Object.entries(indices).map(([index, { alias, uuid = index }]) => [
            index,
            {
              aliases: alias === undefined ? {} : { [alias]: {} },
              settings: { index: { uuid } },
            },
          ]); // prettier-ignore
          resolve(Object.fromEntries(found));
          await jest.advanceTimersByTimeAsync(0);
        },
        async fail(error = new Error('away')) {
          reject(error);
          await jest.advanceTimersByTimeAsync(0);
        },
      });
    });
  // That of the shards.
  const request = (): Promise<unknown> => Promise.resolve({ responses: shards });
  // Nothing is being ingested.
  const mget = (): Promise<unknown> => Promise.resolve({ docs: [] });
  return { indices: { get }, transport: { request }, mget } as unknown as Client;
}

function request(at: number): Request {
  const found = requests.at(at);
  if (found === undefined) throw new Error('nothing was asked');
  return found;
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const first = { 'p-cities-1': { alias: 'p-cities' } };
const second = { 'p-cities-2': { alias: 'p-cities' } };

beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  changes = [];
  told = [];
  shards = [{ status: 200 }, { status: 200 }];
  const write = (text: string): void => {
    const line = JSON.parse(text) as Record<string, string>;
    if (line.msg === 'generation is live') changes.push(`${line.resource} ${line.index}`);
    else told.push(line.msg ?? '');
  };
  const logger = pino({ base: null }, { write });
  live = new Live(stubClient(), 'p', BOTH, { logger, states: new StateLog(logger) });
});
afterEach(() => {
  live.stop();
  jest.useRealTimers();
});

describe('a process asks once a second', () => {
  test('and knows nothing before the first answer', async () => {
    live.start();
    expect(live.now()).toBe(live.unknown);
    expect(live.now().index(cities)).toBe('p-cities');
    expect(live.now().version(CITIES)).toBeUndefined();
    await request(0).answer(first);
    expect(live.now().index(cities)).toBe('p-cities-1');
    expect(live.now().version(CITIES)).toBeDefined();
    await pass(3_000);
    expect(requests).toHaveLength(4);
    live.stop();
    await pass(3_000);
    expect(requests).toHaveLength(4);
  });

  test('a slow answer keeps nobody from asking again', async () => {
    live.start();
    await pass(1_999);
    expect(requests).toHaveLength(2);
  });
});

describe('what was found out holds for two seconds', () => {
  test('from the beginning of the request on', async () => {
    live.start();
    await pass(1_500);
    await request(0).answer(first);
    expect(live.now().index(cities)).toBe('p-cities-1');
    await pass(499);
    expect(live.now().index(cities)).toBe('p-cities-1');
    await pass(1);
    expect(live.now()).toBe(live.unknown);
  });

  test('failures change nothing until then, and it is known again after them', async () => {
    live.start();
    await request(0).answer(first);
    const version = live.now().version(CITIES);
    await pass(1_000);
    await request(1).fail();
    expect(live.now().version(CITIES)).toBe(version);
    await pass(1_000);
    await request(2).fail();
    expect(live.now()).toBe(live.unknown);
    await pass(1_000);
    await request(3).answer(first);
    expect(live.now().version(CITIES)).toBe(version);
  });

  test('an answer that was overtaken by a later one is dropped', async () => {
    live.start();
    await pass(1_000);
    await request(1).answer(second);
    await request(0).answer(first);
    expect(live.now().index(cities)).toBe('p-cities-2');
    expect(changes).toEqual(['cities p-cities-2']);
    // Nor does it take anything from the time that the later one holds.
    await pass(1_999);
    expect(live.now().index(cities)).toBe('p-cities-2');
    await pass(1);
    expect(live.now()).toBe(live.unknown);
  });
});

describe('the version of what is read', () => {
  const versionOf = async (
    indices: Record<string, State>,
    reads: readonly Read[],
  ): Promise<string | undefined> => {
    const asked = live.refresh();
    await request(-1).answer(indices);
    await asked;
    return live.now().version(reads);
  };
  const both = (cityUuid = 'a'): Record<string, State> => ({
    'p-cities-1': { alias: 'p-cities', uuid: cityUuid },
    'p-markers-1': { alias: 'p-markers', uuid: 'b' },
  });

  beforeEach(async () => {
    // Each request begins later than the one before.
    await pass(1);
  });

  test('is that of the index itself, not of its name', async () => {
    const before = await versionOf(both(), CITIES);
    await pass(1);
    expect(await versionOf(both('c'), CITIES)).not.toBe(before);
    await pass(1);
    expect(await versionOf(both(), CITIES)).toBe(before);
  });
});

describe('what is missing', () => {
  const both = { ...first, 'p-markers-1': { alias: 'p-markers' } };
  const noIndex = { status: 404, error: { type: 'index_not_found_exception' } };

  test('is unknown before the first poll, and told once when it is found, and when it is all there', async () => {
    expect([live.isReady, live.faults().length]).toEqual([undefined, 1]);
    shards = [{ status: 200 }, noIndex];
    live.start();
    await request(0).answer(first);
    const missing = [{ path: 'markers', message: expect.stringMatching(/^Nothing is live\. If data was live before, .* Else run `npm run ingest -- markers`\.$/) }]; // prettier-ignore
    expect([live.isReady, live.faults()]).toEqual([false, missing]);
    await pass(1_000);
    await request(-1).answer(first);
    shards = [{ status: 200 }, { status: 200 }];
    await pass(1_000);
    await request(-1).answer(both);
    expect([live.isReady, live.faults()]).toEqual([true, []]);
    expect(told).toEqual(['not ready', 'ready']);
  });

  test.each([
    ['a poll without an answer in time', () => request(-1).fail(new errors.TimeoutError('late'))],
    ['a rejected search', () => { shards = [{ status: 429, error: { type: 'search_phase_execution_exception' } }, { status: 200 }]; return request(-1).answer(both); }],
    ['a search that some shards rejected', () => { shards = [{ status: 200, _shards: { failed: 1, failures: [{ reason: { type: 'es_rejected_execution_exception' } }] } }, { status: 200 }]; return request(-1).answer(both); }],
  ])('is what it was before for 30 s after %s', async (_, answerBusily) => {
    live.start();
    await request(0).answer(both);
    for (let second = 1; second < 30; second += 1) {
      await pass(1_000);
      await answerBusily();
      expect([live.isReady, live.faults()]).toEqual([true, []]);
    }
    // The first poll of the loop was not yet rejected.
    await pass(2_000);
    await answerBusily();
    expect(live.faults()[0]).toMatchObject({ path: 'cities' });
    shards = [{ status: 200 }, { status: 200 }];
    await pass(1_000);
    await request(-1).answer(both);
    expect(live.isReady).toBe(true);
  }); // prettier-ignore

  test('is told at once beside a rejected search, and what was missing is not forgotten', async () => {
    const rejected = { status: 429, error: { type: 'search_phase_execution_exception' } };
    live.start();
    await request(0).answer(both);
    const poll = async (...answers: unknown[]) => {
      shards = answers;
      await pass(1_000);
      await request(-1).answer(both);
      return live.faults().map(({ path }) => path);
    };
    expect(await poll(rejected, { status: 503, error: {} })).toEqual(['markers']);
    expect(await poll({ status: 200, _shards: { failed: 1 } }, rejected)).toEqual(['cities', 'markers']); // prettier-ignore
    expect(await poll({ status: 200 }, { status: 200 })).toEqual([]);
    expect(await poll({ status: 503, error: { type: 'search_phase_execution_exception' } }, { status: 200 })).toEqual(['cities']); // prettier-ignore
    expect(live.faults()[0]?.message).toMatch(/^Some shards are missing/);
    const failures = ['es_rejected_execution_exception', 'no_shard_available_action_exception'];
    const reasons = failures.map((type) => ({ reason: { type } }));
    const partly = { status: 200, _shards: { failed: 2, failures: reasons } };
    expect(await poll(partly, { status: 200 })).toEqual(['cities']);
  });

  test('is all of it while Elasticsearch is away; after two seconds nothing kept is given', async () => {
    live.start();
    await request(0).answer(both);
    await pass(1_000);
    await request(-1).fail();
    expect(live.faults().map(({ path }) => path)).toEqual(['cities', 'markers']);
    await pass(1_000);
    await request(-1).fail();
    await pass(1_000);
    await request(-1).answer(both);
    expect(told).toEqual([
      'ready',
      'not ready',
      'live generations unknown; cache disabled',
      'ready',
      'live generations known again; cache enabled',
    ]);
  });
});

test.each([null, { 'p-cities-1': null }, { 'p-cities-1': { aliases: null } }])(
  'an answer that makes no sense, %j, does not prolong what is known',
  async (nonsense) => {
    const sound = { 'p-cities-1': { aliases: { 'p-cities': {} }, settings: { index: { uuid: 'a' } } } }; // prettier-ignore
    const answers: unknown[] = [sound, nonsense];
    const client = { indices: { get: () => Promise.resolve(answers.shift()) } };
    const asking = new Live(client as unknown as Client, 'p', CITIES, { validMs: 500 });
    await asking.refresh();
    expect(asking.now().version(CITIES)).toEqual(expect.any(String));
    await pass(500);
    await expect(asking.refresh()).rejects.toThrow(TypeError);
    expect(asking.now()).toBe(asking.unknown);
  },
);
