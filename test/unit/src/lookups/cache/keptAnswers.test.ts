import { beforeEach, describe, expect, test } from '@jest/globals';
import { type LookedUp, lookUpIn } from '../../../../support/lookUp.js';
import { createEndpoints } from '../../../../../src/endpoints.js';
import { NoSuchIndex, unavailable } from '../../../../../src/errors.js';
import Joi from 'joi';
import { type LookupEndpoint, lookup } from '../../../../../src/lookups/endpoint.js';
import { noParameters } from '../../../../../src/parameters/rules.js';
import type { Read, Snapshot } from '../../../../../src/search/live.js';
import { budgetOf } from '../../../../../src/lookups/cache/budget.js';
import {
  KeptAnswers,
  type KeptAnswersOptions,
} from '../../../../../src/lookups/cache/keptAnswers.js';
import type {
  Found,
  IndexSearch,
  Search,
  SearchTogether,
} from '../../../../../src/search/search.js';
import { Trace, traced } from '../../../../../src/observe/trace.js';
import { LOOKUPS } from '../../../../support/endpoints.js';
import { SetLive } from '../../../../support/setLive.js';

/** Requests to Elasticsearch that wait for the test to answer them. */
interface Asked {
  readonly indices: readonly string[];
  answer(): void;
  fail(error: Error): void;
}

let asked: Asked[];
let live: SetLive;
let endpoints: ReadonlyMap<string, LookupEndpoint>;
let kept: KeptAnswers;

const NOTHING: Found<never> = { hits: [], buckets: {} };
const budget = budgetOf(1);

function wait<Answer>(indices: readonly string[], answer: Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    asked.push({
      indices,
      answer: () => {
        resolve(answer);
      },
      fail: reject,
    });
  });
}

function start(options: Partial<KeptAnswersOptions> = {}): void {
  const search = ((index) => wait([index], [])) as Search;
  const searchTogether = ((searches: readonly IndexSearch[]) =>
    wait(
      searches.map(({ index }) => index),
      searches.map(() => NOTHING),
    )) as SearchTogether;
  const all = createEndpoints(
    {
      search,
      searchTogether,
      describeIndices: (names) => Promise.resolve(names.map(() => undefined)),
    },
    () => Promise.reject(new Error('nothing is written')),
    budget,
  );
  endpoints = new Map(
    all.flatMap((each) => (each.method === 'get' ? [[each.path, each] as const] : [])),
  );
  kept = new KeptAnswers({ live, budget, maxAgeSeconds: 60, code: 'test', ...options });
}

beforeEach(() => {
  asked = [];
  live = new SetLive('one');
  start();
});

function lookUp(path: string, query: string): LookedUp {
  const endpoint = endpoints.get(path);
  if (endpoint === undefined) throw new Error(`there is no ${path}`);
  return lookUpIn(kept, endpoint, query);
}

const exampleOf = ({ example }: LookupEndpoint): string =>
  new URLSearchParams(example.query).toString();

/** Answers everything that is asked, until nothing is asked any more. */
async function answerAll(): Promise<void> {
  for (let answered = 0; ; answered += 1) {
    await new Promise(setImmediate);
    const next = asked[answered];
    if (next === undefined) return;
    next.answer();
  }
}

async function countAsked(path: string, query: string, times: number): Promise<number> {
  asked = [];
  const answers = Array.from({ length: times }, () => lookUp(path, query).ask());
  await answerAll();
  await Promise.all(answers);
  return asked.length;
}

test('to whoever joins an equal question, what the first one asks is a wait', async () => {
  const [endpoint] = LOOKUPS.filter(({ reads }) => reads !== undefined);
  if (endpoint === undefined) throw new Error('there is none');
  const traces = ['first', 'second'].map((id) => new Trace(id));
  const answers = traces.map((trace) =>
    traced([trace], () => lookUp(endpoint.path, exampleOf(endpoint)).ask()),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  await answerAll();
  await Promise.all(answers);
  expect(traces[0]?.queuedMs).toBe(0);
  expect(traces[1]?.queuedMs).toBeGreaterThan(10);
});

describe('equal questions under way at once', () => {
  test.each(LOOKUPS.filter(({ reads }) => reads !== undefined))(
    '$path is asked once for all',
    async (endpoint) => {
      const alone = await countAsked(endpoint.path, exampleOf(endpoint), 1);
      expect(alone).toBeGreaterThan(0);
      start();
      expect(await countAsked(endpoint.path, exampleOf(endpoint), 10)).toBe(alone);
    },
  );

  test.each(LOOKUPS.filter(({ reads }) => reads === undefined))(
    '$path, which changes at any time, is asked for each',
    async (endpoint) => {
      expect(await countAsked(endpoint.path, exampleOf(endpoint), 10)).toBe(10);
      expect(lookUp(endpoint.path, exampleOf(endpoint)).reply).toBeUndefined();
    },
  );

  test('markers are such', () => {
    const unkept = LOOKUPS.filter(({ reads }) => reads === undefined).map(({ path }) => path);
    expect(unkept).toEqual(['/markers/findByRadius']);
  });

  test('are the same in other words, too', async () => {
    const path = '/cities/findByName';
    const answers = ['token=Saint-D&lang=en', 'lang=EN&token=+saint%20d', 'token=saint+d&x=1'].map(
      (query) => lookUp(path, query).ask(),
    );
    await answerAll();
    const replies = (await Promise.all(answers)).map(({ reply }) => reply);
    expect(asked).toHaveLength(1);
    expect(new Set(replies).size).toBe(1);
  });

  test('that fail fail for all, and are asked again by whoever comes next', async () => {
    const path = '/cities/findByName';
    const answers = [1, 2].map(() => lookUp(path, 'token=a').ask());
    asked[0]?.fail(unavailable());
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ status: 503 });
    expect(lookUp(path, 'token=a').reply).toBeUndefined();
    expect(await countAsked(path, 'token=a', 1)).toBe(1);
  });

  test('of two generations are not equal', async () => {
    const before = lookUp('/cities/findByName', 'token=a').ask();
    live.generation = 'two';
    const after = lookUp('/cities/findByName', 'token=a').ask();
    await answerAll();
    expect(asked.map(({ indices }) => indices)).toEqual([['cities-one'], ['cities-two']]);
    const [one, two] = await Promise.all([before, after]);
    expect(one.etag).not.toBe(two.etag);
  });

  test('are asked for each while it is not known what is live', async () => {
    live.generation = undefined;
    expect(await countAsked('/cities/findByName', 'token=a', 3)).toBe(3);
    expect(asked.map(({ indices }) => indices)).toEqual([['cities'], ['cities'], ['cities']]);
  });
});

describe('an answer', () => {
  const path = '/cities/findByName';
  const answered = async (query: string): Promise<LookedUp> => {
    await countAsked(path, query, 1);
    return lookUp(path, query);
  };

  test('is kept for its generation only', async () => {
    expect((await answered('token=a')).reply).toBeDefined();
    live.generation = 'two';
    expect(lookUp(path, 'token=a').reply).toBeUndefined();
    live.generation = undefined;
    expect(lookUp(path, 'token=a').reply).toBeUndefined();
    live.generation = 'one';
    expect(lookUp(path, 'token=a').reply).toBeDefined();
  });

  test('that comes after its generation has gone is not given for the next one', async () => {
    const late = lookUp(path, 'token=a').ask();
    live.generation = 'two';
    await answerAll();
    await late;
    expect(lookUp(path, 'token=a').reply).toBeUndefined();
  });

  test('is kept for those who ask the same in other words, whatever they are', async () => {
    const { reply, etag } = await answered('token=Saint-D');
    const other = lookUp(path, 'limi=3&token=saint+d');
    expect(other.reply).toBe(reply);
    expect(other.etag).toBe(etag);
    expect(lookUp(path, 'token=saint+d&primary_only=true').reply).toBeUndefined();
  });

  test('tells of ignored parameters each time', async () => {
    const ask = (): LookedUp => lookUp(path, 'token=a&limi=3');
    const first = ask();
    const answer = first.ask();
    await answerAll();
    await answer;
    expect([ask(), ask()].every(({ reply }) => reply !== undefined)).toBe(true);
    expect([first, ask()].map(({ ignored }) => ignored)).toEqual([['limi'], ['limi']]);
  });

  test('has a tag that tells generation, route, question and code apart', () => {
    const tag = (route: string, query: string): string => lookUp(route, query).etag ?? '';
    const land = 'land_id=881fb46625fffff';
    const tags = [
      tag(path, 'token=a'),
      tag(path, 'token=b'),
      tag('/lands/findByLocation', land),
      tag('/places/findByLocation', land),
    ];
    live.generation = 'two';
    tags.push(tag(path, 'token=a'));
    live.generation = 'one';
    start({ code: 'another' });
    tags.push(tag(path, 'token=a'));
    expect(new Set(tags).size).toBe(tags.length);
    for (const each of tags) expect(each).toMatch(/^W\/"[\w-]{22}"$/);
    // By another process with the same code it is told in the same way, before anything is asked.
    start();
    expect(tag(path, 'token=a')).toBe(tags[0]);
    expect(asked).toEqual([]);
  });

  test('is not kept where nothing may be, and has a tag of its own bytes', async () => {
    start({ budget: undefined });
    const first = lookUp(path, 'token=a').ask();
    await answerAll();
    const { etag } = await first;
    expect(etag).toMatch(/^W\//);
    expect(lookUp(path, 'token=a').reply).toBeUndefined();
    expect(await countAsked(path, 'token=a', 1)).toBe(1);
    expect(asked.map(({ indices }) => indices)).toEqual([['cities']]);
  });
});

describe('an index that was live a moment ago and is deleted', () => {
  test.each(LOOKUPS.filter(({ reads }) => reads !== undefined))(
    '$path finds the live one by its alias, and keeps nothing of it',
    async (endpoint) => {
      const query = exampleOf(endpoint);
      const answer = lookUp(endpoint.path, query).ask();
      await new Promise(setImmediate);
      const { length: before } = asked;
      asked[0]?.fail(new NoSuchIndex(new Error('deleted')));
      await new Promise(setImmediate);
      await answerAll();
      const { reply, etag } = await answer;
      expect(reply.latin1).toMatch(/^\{"status":"ok"/);
      expect(etag).not.toBe(lookUp(endpoint.path, query).etag);
      const again = asked.slice(before).flatMap(({ indices }) => indices);
      expect(again.length).toBeGreaterThan(0);
      expect(again.filter((index) => index.endsWith('-one'))).toEqual([]);
      expect(live.refreshes).toBe(1);
      expect(lookUp(endpoint.path, query).reply).toBeUndefined();
    },
  );

  test('is a failure where the alias is gone, too', async () => {
    const answer = lookUp('/cities/findByName', 'token=a').ask();
    asked[0]?.fail(new NoSuchIndex(new Error('deleted')));
    await new Promise(setImmediate);
    asked[1]?.fail(new NoSuchIndex(new Error('nothing')));
    await expect(answer).rejects.toMatchObject({ status: 503 });
  });

  test('other failures are told as they are', async () => {
    const answer = lookUp('/cities/findByName', 'token=a').ask();
    asked[0]?.fail(unavailable());
    await expect(answer).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
  });
});

describe('of what is not kept', () => {
  const INDEX = { resource: 'cities' };
  const unknown: Snapshot = { index: () => 'alias', version: () => undefined };
  const known: Snapshot = { index: () => 'gone', version: () => 'one' };
  const endpointOf = (reads?: readonly Read[]): LookupEndpoint =>
    lookup({
      path: '/test',
      summary: 'test',
      description: 'test',
      parameters: noParameters,
      data: Joi.any(),
      ...(reads && { reads }),
      example: { query: {}, answer: { data: '' } },
      handle: (_, snapshot) => {
        const index = snapshot.index(INDEX);
        return reads !== undefined && index === 'gone'
          ? Promise.reject(new NoSuchIndex(undefined))
          : Promise.resolve({ data: index });
      },
    });

  test('what changes all the time is read by its alias, as it is written', async () => {
    start({ live: { unknown, now: () => known, refresh: () => Promise.resolve() } });
    const { reply } = await lookUpIn(kept, endpointOf(), '').ask();
    expect(reply.latin1).toBe('{"status":"ok","data":"alias"}');
  });

  test('many who meet an index that is gone ask once what is live', async () => {
    let refreshed = 0;
    let done = (): void => undefined;
    const refresh = (): Promise<void> => {
      refreshed += 1;
      return new Promise((resolve) => {
        done = resolve;
      });
    };
    start({ live: { unknown, now: () => known, refresh } });
    const ask = async () => (await lookUpIn(kept, endpointOf([INDEX]), '').ask()).reply.latin1;
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers)).toEqual(new Set(['{"status":"ok","data":"alias"}']));
    expect(refreshed).toBe(1);
    done();
    await new Promise(setImmediate);
    await ask();
    expect(refreshed).toBe(2);
  });
});

test('lands that others have learned of meanwhile are not asked for again', async () => {
  const byId = lookUp('/lands/findByIds', 'land_ids=881fb46625fffff');
  const byLocation = lookUp('/lands/findByLocation', 'land_id=881fb46625fffff');
  const first = byId.ask();
  await answerAll();
  await first;
  const second = byLocation.ask();
  await answerAll();
  expect((await second).reply.latin1).toBe('{"status":"ok","data":[]}');
  expect(asked.map(({ indices }) => indices)).toEqual([['lands-one', 'markers-one']]);
});
