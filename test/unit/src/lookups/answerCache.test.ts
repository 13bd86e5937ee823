import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Language } from '../../../../indices/languages.js';
import { createEndpoints } from '../../../../src/endpoints.js';
import { NoSuchIndex, unavailable } from '../../../../src/errors.js';
import type { Reply } from '../../../../src/http/reply.js';
import { AnswerCache, type CachedLookup } from '../../../../src/lookups/answerCache.js';
import { cacheBudget } from '../../../../src/lookups/cache/versionedCache.js';
import type { LookupEndpoint } from '../../../../src/lookups/endpoint.js';
import { Trace, traced } from '../../../../src/observe/elasticsearch.js';
import type { IndexSearch, SearchBody } from '../../../../src/search/search.js';
import { DATA_PATH, LOOKUPS } from '../../../support/endpoints.js';
import { SetLive } from '../../../support/setLive.js';

/** A request to Elasticsearch that waits for the test to answer it. */
interface Asked {
  readonly indices: readonly string[];
  /** Of a single search. */
  readonly size?: number | undefined;
  answer(): void;
  fail(error: Error): void;
}

let asked: Asked[];
let live: SetLive;
let endpoints: ReadonlyMap<string, LookupEndpoint>;
let cache: AnswerCache;

function wait<Result>(indices: readonly string[], result: Result, size?: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    asked.push({ indices, size, answer: () => { resolve(result); }, fail: reject }); // prettier-ignore
  });
}

function start(megabytes = 1): void {
  const budget = cacheBudget(megabytes);
  const searches = {
    search: (index: string, { size }: SearchBody) => wait([index], [], size),
    searchTogether: (all: readonly IndexSearch[]) =>
      wait(all.map(({ index }) => index), all.map(() => ({ hits: [] }))), // prettier-ignore
    buildsAlias: 'builds',
    changeBuild: () => Promise.reject(new Error('no writes')),
    readLive: () => Promise.resolve(new Map()),
  };
  const all = createEndpoints(searches as Parameters<typeof createEndpoints>[0], budget);
  endpoints = new Map(all.flatMap((each) => (each.method === 'get' ? [[each.path, each] as const] : []))); // prettier-ignore
  cache = new AnswerCache(live, budget);
}

beforeEach(() => {
  asked = [];
  live = new SetLive('one');
  start();
});

function lookUp(path: string, query: string, accepted?: readonly Language[]): CachedLookup {
  const endpoint = endpoints.get(path);
  if (endpoint === undefined) throw new Error(`there is no ${path}`);
  return cache.lookUp(endpoint, query, accepted);
}

const queryOf = ({ example }: LookupEndpoint): string =>
  new URLSearchParams(example.query).toString();

/** Answers everything that is asked, until nothing is asked any more. */
async function answerAll(from = 0): Promise<void> {
  for (let answered = from; ; answered += 1) {
    // A queue waits for a turn, too.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    const next = asked[answered];
    if (next === undefined) return;
    next.answer();
  }
}

async function get(path: string, ...queries: string[]): Promise<Reply[]> {
  asked = [];
  const answers = queries.map((query) => lookUp(path, query).ask());
  await answerAll();
  return Promise.all(answers);
}

const NAMES = '/cities/findByName';
const CACHED = LOOKUPS.filter(({ reads }) => reads !== undefined);

describe('equal lookups at the same time', () => {
  test.each(CACHED)('$path asks once for all', async (endpoint) => {
    const query = queryOf(endpoint);
    await get(endpoint.path, query);
    const { length: alone } = asked;
    expect(alone).toBeGreaterThan(0);
    // The version of an answer is that of all that it reads.
    const read = asked.flatMap(({ indices }) => indices.map((index) => index.replace('-one', '')));
    const named = endpoint.reads?.map(({ resource }) => resource);
    expect(named).toEqual(expect.arrayContaining(read));
    start();
    await get(endpoint.path, ...Array<string>(10).fill(query));
    expect(asked).toHaveLength(alone);
  });

  test('that fail are not cached', async () => {
    const answers = [1, 2].map(() => lookUp(NAMES, 'token=a').ask());
    await new Promise(setImmediate);
    asked[0]?.fail(unavailable());
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
    await get(NAMES, 'token=a');
    expect(asked).toHaveLength(1);
  });

  test('of two generations are not equal, and a late answer is not given for the next one', async () => {
    const before = lookUp(NAMES, 'token=a').ask();
    live.generation = 'two';
    const after = lookUp(NAMES, 'token=a').ask();
    await new Promise(setImmediate);
    asked[0]?.answer();
    await before;
    expect(lookUp(NAMES, 'token=a').reply).toBeUndefined();
    await answerAll();
    expect(asked.map(({ indices }) => indices)).toEqual([['cities-one'], ['cities-two']]);
    expect((await after).etag).toBe((await before).etag);
  });
});

describe('lookups of several tokens', () => {
  const as = (tokenId: string, path: string, query: string): Promise<Reply> =>
    traced([Object.assign(new Trace(tokenId), { tokenId })], () => lookUp(path, query).ask());

  test.each(CACHED)(
    '$path: an idle one does not wait for the turn of a busy one',
    async (endpoint) => {
      const { path } = endpoint;
      // All countries and regions are known then.
      await get('/search', 'token=paris');
      asked = [];
      const held = [1, 2, 3, 4].map((limit) => as('busy', '/search', `token=rome&limit=${limit}`));
      while (asked.length < held.length) await new Promise(setImmediate);
      const others = [as('busy', path, queryOf(endpoint)), as('busy', '/search', 'token=oslo')];
      const idle = as('idle', path, queryOf(endpoint));
      await answerAll(held.length);
      await idle;
      await answerAll();
      await Promise.all([...held, ...others]);
    },
  );

  // A lookup that finds nothing searches twice: exactly, and with typing errors.
  test.each([
    { answered: [0, 4], status: 429, meanwhile: 'others are answered' },
    { answered: [], status: 503, meanwhile: 'none is answered' },
  ])(
    'of dear ones, a token has four under way, and gets $status if no turn comes in time while $meanwhile',
    async ({ answered, status }) => {
      await get('/search', 'token=paris');
      asked = [];
      const ask = (token: string) => as('busy', '/search', `token=${token}`);
      const held = ['rome', 'graz', 'bern', 'kiel'].map(ask);
      const next = Promise.allSettled([ask('oslo')]);
      const late = Promise.allSettled([ask('riga')]);
      for (const position of answered) {
        while (asked.length <= position) await new Promise(setImmediate);
        asked[position]?.answer();
      }
      expect(await late).toMatchObject([{ reason: { status } }]);
      // It has done no work before its turn.
      expect(asked).toHaveLength(answered.length === 0 ? 4 : 6);
      await answerAll();
      await Promise.all([...held, next]);
    },
  );
});

describe.each([NAMES, '/countries/findByName'])('%s', (path) => {
  test('reads the list of a short prefix once, for any limit and whatever follows', async () => {
    const tokens = ['token=tow&limit=1', 'token=town', 'token=townsville&limit=5'];
    await get(path, ...tokens);
    expect(asked.map(({ size }) => size)).toEqual([500]);
    await get(path, 'token=towns&lang=en', 'token=towel&limit=9');
    expect(asked).toEqual([]);
    expect(lookUp(path, 'token=tower').reply?.latin1).toBe('{"status":"ok","data":[]}');
  });

  test.each([
    ['without a cache', 0, 'one'],
    ['while the live generation is unknown', 1, undefined],
  ])('makes one search with its own limit %s', async (_, megabytes, generation) => {
    start(megabytes);
    live.generation = generation;
    await get(path, 'token=townsville&limit=7', 'token=townsville&limit=7');
    expect(asked.map(({ size }) => size)).toEqual([7, 7]);
  });
});

test('regions are read once while the live generation is unknown', async () => {
  live.generation = undefined;
  const read: (readonly string[])[] = [];
  for (const token of ['paris', 'rome', 'oslo']) {
    await get('/search', `token=${token}`);
    read.push(...asked.map(({ indices }) => indices));
  }
  expect(read.filter((indices) => indices.includes('regions'))).toHaveLength(1);
  expect(read.filter((indices) => indices.includes('cities'))).toHaveLength(3 * 2);
});

test('what is live is not cached for a generation that it is no longer', async () => {
  const [reply] = await get(DATA_PATH, '');
  expect(reply?.latin1).toContain('"live":null');
  expect(lookUp(DATA_PATH, '').reply).toBeUndefined();
});

describe('an index that was just deleted', () => {
  test.each(CACHED)('$path reads through the alias, and caches nothing', async (endpoint) => {
    const query = queryOf(endpoint);
    const answer = lookUp(endpoint.path, query).ask();
    await new Promise(setImmediate);
    const { length: before } = asked;
    // Reads in the background fail, too.
    for (const each of asked.slice(0, before)) each.fail(new NoSuchIndex(new Error('deleted')));
    await new Promise(setImmediate);
    await answerAll();
    expect((await answer).latin1).toMatch(/^\{"status":"ok"/);
    const again = asked.slice(before).flatMap(({ indices }) => indices);
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter((index) => index.endsWith('-one'))).toEqual([]);
    expect(lookUp(endpoint.path, query).reply).toBeUndefined();
  });

  test.each<[string, () => Error, number]>([
    ['the alias is gone, too', () => new NoSuchIndex(undefined), 2],
    ['the failure is another one', () => unavailable(), 1],
  ])('fails if %s', async (_, error, times) => {
    const failed = expect(lookUp(NAMES, 'token=a').ask()).rejects.toMatchObject({ status: 503 });
    await new Promise(setImmediate);
    asked[0]?.fail(error());
    await new Promise(setImmediate);
    asked[1]?.fail(new NoSuchIndex(undefined));
    await failed;
    expect(asked).toHaveLength(times);
  });
});

test.each([
  ['/search', 'token=den', 2],
  ['/cities/findByName', 'token=den&match=fuzzy', 2],
  ['/countries/findByName', 'token=den&match=fuzzy', 2],
  ['/cities/findByName', 'token=den', 1],
  ['/countries/findByName', 'token=den', 1],
])('%s?%s has %d answers for callers of two languages', (path, query, answers) => {
  const of = (accepted: readonly Language[]) => lookUp(path, query, accepted).question;
  expect(new Set([of(['da']), of(['hu']), of(['da'])].map((each) => each.canonical)).size).toBe(answers);
  expect(of(['da']).usesLanguages).toBe(answers > 1);
}); // prettier-ignore

test.each(['token=saint', `token=sai${'%61'.repeat(96)}&limit=10`])('a computed answer is cached once it is repeated, also of the long query %s', async (query) => {
  await get(NAMES, 'token=sai');
  const [first, second, third] = [1, 2, 3].map(() => lookUp(NAMES, query).reply);
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
  expect(third).toBe(second);
}); // prettier-ignore

test('typed accents have an answer of their own, unlike case and blanks', () => {
  const of = (token: string) => lookUp('/search', `token=${encodeURIComponent(token)}`).question.canonical; // prettier-ignore
  expect(of('Åre')).toBe(of('åre '));
  expect(of('åre')).not.toBe(of('are'));
});
