import { type Client, errors } from '@elastic/elasticsearch';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createSearches, type Searches } from '../../../../src/search/search.js';
import { eventually } from '../../../support/patience.js';

interface Line {
  readonly index?: string;
  readonly size?: number;
  readonly from?: number;
  readonly search_after?: readonly number[];
}

interface Sent {
  readonly lines: readonly Line[];
  readonly querystring: string;
  answer(responses?: unknown): void;
  fail(error: Error): void;
}

/** The sizes that the searches of a request ask for: that is how these tests tell them apart. */
const sizesOf = ({ lines }: Sent): (number | undefined)[] =>
  lines.filter(({ index }) => index === undefined).map(({ size }) => size);
const found = (size?: number): unknown => ({
  hits: { hits: [{ _id: String(size) }] },
  status: 200,
});

/** Lets all go on that does not wait for an answer or a time. */
async function turn(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await nextTurn();
}

let sent: Sent[];
let searches: Searches;
beforeEach(() => {
  sent = [];
  const request = ({
    bulkBody,
    querystring,
  }: {
    bulkBody: string[];
    querystring: string;
  }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const lines = bulkBody.join('\n').split('\n').map((line) => JSON.parse(line) as Line); // prettier-ignore
      const one: Sent = {
        lines,
        querystring,
        answer: (responses = sizesOf(one).map(found)) => {
          resolve({ responses });
        },
        fail: reject,
      };
      sent.push(one);
    });
  searches = createSearches({ transport: { request } } as unknown as Client, 1_000);
});

const idOf = async (size: number): Promise<string | undefined> =>
  (await searches.search('index', { size }))[0]?._id;

test('searches of one turn go together; none asks how many match in all, nor takes a part for the whole', async () => {
  const both = Promise.all([idOf(1), idOf(2)]);
  await turn();
  expect(sent.map(({ lines }) => lines)).toEqual([
    [
      { index: 'index', allow_partial_search_results: false },
      { size: 1, track_total_hits: false },
      { index: 'index', allow_partial_search_results: false },
      { size: 2, track_total_hits: false },
    ],
  ]);
  // One after the other, so that no request takes several threads from others.
  expect(sent[0]?.querystring).toContain('max_concurrent_searches=1');
  sent[0]?.answer();
  expect(await both).toEqual(['1', '2']);
});

test('light ones share no request with heavy ones, and do not wait for them', async () => {
  for (let count = 0; count < 20; count += 1) idOf(400).catch(() => undefined);
  await turn();
  expect(sent.map(sizesOf)).toEqual([
    [400, 400],
    [400, 400],
  ]);
  const light = idOf(1);
  await turn();
  expect(sent.map(sizesOf)[2]).toEqual([1]);
  sent[2]?.answer();
  expect(await light).toBe('1');
});

test('heavy ones are rejected once many have waited for half a second; light ones are not', async () => {
  for (let count = 0; count < 64; count += 1) idOf(400).catch(() => undefined);
  const begun = performance.now();
  while (performance.now() - begun < 501) await turn();
  await expect(idOf(400)).rejects.toMatchObject({ status: 503, reason: 'overloaded' });
  const light = idOf(1);
  await turn();
  sent.find((each) => sizesOf(each).includes(1))?.answer();
  expect(await light).toBe('1');
});

describe('searches with typing errors', () => {
  const fuzzy = (size: number, letters: number) => searches.search('index', { size }, { letters });

  test('share no request with others, and others do not wait for a flood of them', async () => {
    for (let count = 0; count < 64; count += 1) fuzzy(16, 40).catch(() => undefined);
    await turn();
    expect(sent.map(sizesOf)).toEqual([[16]]);
    const light = idOf(1);
    await turn();
    expect(sent.map(sizesOf)[1]).toEqual([1]);
    sent[1]?.answer();
    expect(await light).toBe('1');
  });

  test('share requests if they cost little', async () => {
    for (let count = 0; count < 20; count += 1) fuzzy(16, 0).catch(() => undefined);
    fuzzy(16, 30).catch(() => undefined);
    await turn();
    sent[0]?.answer();
    await turn();
    expect(sent.map((each) => sizesOf(each).length)).toEqual([16, 4]);
  });

  test('are rejected at once beyond 200', async () => {
    for (let count = 0; count < 200; count += 1) fuzzy(16, 0).catch(() => undefined);
    await expect(fuzzy(16, 0)).rejects.toMatchObject({ status: 503, reason: 'overloaded' });
  });

  test('are rejected by their cost once they have waited for half a second', async () => {
    for (let count = 0; count < 8; count += 1) fuzzy(16, 40).catch(() => undefined);
    const begun = performance.now();
    while (performance.now() - begun < 501) await turn();
    await expect(fuzzy(16, 0)).rejects.toMatchObject({ status: 503, reason: 'overloaded' });
  });
});

test('the searches of a batch share no request with others, and others do not wait for them', async () => {
  for (let count = 0; count < 300; count += 1)
    searches.search('index', { size: 2 }, 'batch').catch(() => undefined);
  await turn();
  expect(sent.map((each) => sizesOf(each).length)).toEqual([50, 50]);
  const light = idOf(1);
  await turn();
  expect(sent.map(sizesOf)[2]).toEqual([1]);
  sent[2]?.answer();
  expect(await light).toBe('1');
});

test('the searches of a batch that take too long are not sent again', async () => {
  const slow = [1, 2].map((size) =>
    expect(searches.search('index', { size }, 'batch')).rejects.toMatchObject({ status: 503 }),
  );
  await turn();
  sent[0]?.fail(new errors.TimeoutError('Request timed out'));
  await Promise.all(slow);
  await turn();
  expect(sent).toHaveLength(1);
});

test('a search that takes too long fails alone', async () => {
  const slow = expect(idOf(1)).rejects.toMatchObject({ status: 503 });
  const other = idOf(2);
  await turn();
  sent[0]?.fail(new errors.TimeoutError('Request timed out'));
  await turn();
  expect(sent.slice(1).map(sizesOf)).toEqual([[1], [2]]);
  sent[1]?.fail(new errors.TimeoutError('Request timed out'));
  sent[2]?.answer();
  await slow;
  expect(await other).toBe('2');
});

test('those that belong together go in one request, and fail together', async () => {
  const group = [1, 2].map((size) => ({ index: 'index', body: { size } }));
  const good = searches.searchTogether(group);
  await turn();
  sent[0]?.answer();
  expect((await good).map(({ hits }) => hits[0]?._id)).toEqual(['1', '2']);
  const bad = expect(searches.searchTogether(group)).rejects.toMatchObject({ status: 503 });
  await turn();
  sent[1]?.answer([found(1)]);
  await bad;
});

describe('failures', () => {
  test('one of an item is only its own', async () => {
    const all = Promise.all([
      expect(idOf(1)).resolves.toBe('1'),
      expect(idOf(2)).rejects.toMatchObject({ status: 500 }),
      expect(idOf(3)).rejects.toMatchObject({ status: 503 }),
    ]);
    await turn();
    sent[0]?.answer([found(1), { error: { type: 'parsing_exception' }, status: 400 }]);
    await all;
  });

  test.each([
    ['without searches', null],
    ['of nothing', []],
    ['that is empty', [{}]],
    ['of null', [null]],
    ['whose hits are none', [{ status: 200, hits: { hits: [null] } }]],
    ['whose hits have no id', [{ status: 200, hits: { hits: [{}] } }]],
    ['whose hits are an object', [{ status: 200, hits: { hits: {} } }]],
  ])('an answer %s: 503', async (_, responses) => {
    const answer = expect(idOf(1)).rejects.toMatchObject({ status: 503 });
    await turn();
    sent[0]?.answer(responses);
    await answer;
  });
});

describe('long answers', () => {
  const DOCUMENTS = 2_500;

  /** Answers pages as Elasticsearch does, until nothing is asked any more; the place of a document is its sort value. */
  async function answerPages(): Promise<void> {
    // They become more meanwhile.
    for (const request of sent) {
      const [, { size = 0, from = 0, search_after: after } = {}] = request.lines;
      const start = after === undefined ? from : (after[0] ?? 0) + 1;
      const count = Math.max(0, Math.min(size, DOCUMENTS - start));
      const hits = Array.from({ length: count }, (_, place) => ({
        _id: String(start + place),
        _index: 'index-g1',
        sort: [start + place],
      }));
      request.answer([{ status: 200, hits: { hits } }]);
      await turn();
    }
  }

  test.each([
    [1_000, 0, [1_000]],
    [2_000, 0, [1_000, 1_000]],
    [2_300, 0, [1_000, 1_000, 300]],
    [10_000, 5, [1_000, 1_000, 1_000]],
    [10_000, 10_000, [1_000]],
  ])('%d documents after %d are read in pages of %j', async (size, from, sizes) => {
    const reading = searches.search('index', { size, from });
    await turn();
    await answerPages();
    const ids = (await reading).map(({ _id }) => Number(_id));
    const places = Array.from({ length: DOCUMENTS }, (_, place) => place);
    expect(ids).toEqual(places.slice(from, from + size));
    expect(sent.flatMap(sizesOf)).toEqual(sizes);
    // Later pages are read of the index that the first one was found in.
    expect(sent.map(({ lines }) => lines[0]?.index)).toEqual(sizes.map((__, page) => (page === 0 ? 'index' : 'index-g1'))); // prettier-ignore
  });

  test('one is read at a time, and short searches do not wait for it', async () => {
    const [first, second] = [1, 2].map(() => searches.search('index', { size: 1_000 }));
    await turn();
    expect(sent).toHaveLength(1);
    idOf(1).catch(() => undefined);
    await turn();
    expect(sent.map(sizesOf)[1]).toEqual([1]);
    sent[0]?.fail(new errors.ConnectionError('away'));
    await expect(first).rejects.toMatchObject({ status: 503 });
    // The second one gives way to the short search, but not for ever.
    await turn();
    expect(sent).toHaveLength(2);
    await eventually('the second one is sent', () => sent.length === 3);
    sent[2]?.answer([{ status: 200 }]);
    expect(await second).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['light', () => idOf(1)],
    ['heavy', () => idOf(400)],
    ['fuzzy', () => searches.search('index', { size: 16 }, { letters: 0 })],
  ])(
    'between two pages, one waits for %s searches, and goes on as soon as they are answered',
    async (_, ask) => {
      const reading = searches.search('index', { size: 2_000 });
      await turn();
      const short = ask();
      await turn();
      const [page, light] = sent;
      const hits = Array.from({ length: 1_000 }, (_, place) => ({ _id: String(place), _index: 'index-g1', sort: [place] })); // prettier-ignore
      page?.answer([{ status: 200, hits: { hits } }]);
      await turn();
      expect(sent).toHaveLength(2);
      light?.answer();
      await short;
      await eventually('the next page is read', () => sent.length === 3);
      sent[2]?.answer([{ status: 200 }]);
      expect(await reading).toHaveLength(1_000);
    },
  );
});
