import { type Client, errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { LongAnswers } from '../../../../src/search/longAnswers.js';

/** Documents that there are; the place of each is its id and its sort value. */
const DOCUMENTS = 25;
const PAGE_HITS = 10;
const PAGE_MS = 100;

interface Page {
  index: string;
  from?: number;
  size: number;
  search_after?: number[];
}

const pages: Page[] = [];
let fails: Error | undefined;
let pageMs = PAGE_MS;

/** Answers each page after a while. */
async function request({ bulkBody }: { bulkBody: string }): Promise<unknown> {
  const [head = '', body = ''] = bulkBody.split('\n');
  const page = { ...(JSON.parse(head) as Page), ...(JSON.parse(body) as Page) };
  pages.push(page);
  await new Promise((resolve) => setTimeout(resolve, pageMs));
  if (fails !== undefined) throw fails;
  const start =
    page.search_after === undefined ? (page.from ?? 0) : (page.search_after[0] ?? 0) + 1;
  const count = Math.max(0, Math.min(page.size, DOCUMENTS - start));
  const hits = Array.from({ length: count }, (_, position) => ({
    _id: String(start + position),
    _index: 'cities-g1',
    sort: [start + position],
  }));
  return { responses: [{ status: 200, hits: { hits } }] };
}

const client = { transport: { request } } as unknown as Client;
const read = (answers: LongAnswers, size: number, from = 0, withinMs = 2_000) =>
  answers.read({ index: 'cities', body: { size, from } }, performance.now() + withinMs);
const passing = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Lets it see what an answer of two pages usually takes. */
async function learn(answers: LongAnswers): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    const reading = read(answers, 20);
    await passing(2 * PAGE_MS);
    await reading;
  }
}

beforeEach(() => {
  pages.length = 0;
  fails = undefined;
  pageMs = PAGE_MS;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [7, 0, [7]],
  [10, 0, [10]],
  [20, 0, [10, 10]],
  [23, 0, [10, 10, 3]],
  [10_000, 0, [10, 10, 10]],
  [10_000, 5, [10, 10, 10]],
  [10_000, 100, [10]],
])('%d documents after %d are read in pages of %j', async (size, from, sizes) => {
  const reading = read(new LongAnswers(client, { pageHits: PAGE_HITS }), size, from);
  await passing(1_000);
  const ids = (await reading).map(({ _id }) => Number(_id));
  const expected = Array.from({ length: DOCUMENTS }, (_, place) => place).slice(from, from + size);
  expect(ids).toEqual(expected);
  expect(pages.map((page) => page.size)).toEqual(sizes);
  // Later pages are read of the index that the first one was found in.
  expect(pages.map(({ index }) => index)).toEqual(sizes.map((_, page) => (page === 0 ? 'cities' : 'cities-g1'))); // prettier-ignore
});

test('one after the other, in the order of their arrival', async () => {
  const answers = new LongAnswers(client, { pageHits: PAGE_HITS });
  const done: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => read(answers, 20).then(() => done.push(name)));
  await passing(2 * PAGE_MS);
  expect(done).toEqual(['a']);
  expect(pages).toHaveLength(3);
  await passing(4 * PAGE_MS);
  await Promise.all(all);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('whose turn would come too late is refused at once, until it would not', async () => {
  const answers = new LongAnswers(client, { pageHits: PAGE_HITS });
  await learn(answers);
  const admitted = Array.from({ length: 4 }, () => read(answers, 20, 0, 1_000));
  const before = pages.length;
  await expect(read(answers, 20, 0, 900)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('overloaded'),
  });
  await passing(8 * PAGE_MS);
  for (const one of admitted) expect(await one).toHaveLength(20);
  expect(pages).toHaveLength(before + 8);
  const next = read(answers, 20, 0, 900);
  await passing(2 * PAGE_MS);
  expect(await next).toHaveLength(20);
});

test('after however many that took too long, one that comes alone is read', async () => {
  const answers = new LongAnswers(client, { pageHits: PAGE_HITS });
  for (let count = 0; count < 30; count += 1) {
    const late = expect(read(answers, 25, 0, 150)).rejects.toMatchObject({ status: 503 });
    await passing(2 * PAGE_MS);
    await late;
  }
  const reading = read(answers, 10, 0, 150);
  await passing(PAGE_MS);
  expect(await reading).toHaveLength(10);
});

test('whose time is over before their turn says nothing of how long answers take', async () => {
  const answers = new LongAnswers(client, { pageHits: PAGE_HITS });
  await learn(answers);
  pageMs = 3_000;
  const stalled = read(answers, 20, 0, 10_000);
  const expired = Array.from({ length: 8 }, () =>
    expect(read(answers, 20, 0, 2_000)).rejects.toMatchObject({ status: 503 }),
  );
  await passing(2 * pageMs);
  await Promise.all([stalled, ...expired]);
  // One took long, and that is remembered.
  pageMs = PAGE_MS;
  const alone = read(answers, 20, 0, 1_000);
  await expect(read(answers, 20, 0, 1_000)).rejects.toMatchObject({ status: 503 });
  await passing(2 * PAGE_MS);
  expect(await alone).toHaveLength(20);
});

test('so many wait at most', async () => {
  const answers = new LongAnswers(client, { maxWaiting: 2 });
  const admitted = [read(answers, 5), read(answers, 5)];
  await expect(read(answers, 5)).rejects.toMatchObject({ status: 503 });
  await passing(2 * PAGE_MS);
  await Promise.all(admitted);
});

test('the time of all pages together is bounded', async () => {
  const answers = new LongAnswers(client, { pageHits: PAGE_HITS });
  const late = expect(read(answers, 25, 0, 150)).rejects.toMatchObject({ status: 503 });
  await passing(2 * PAGE_MS);
  await late;
  expect(pages).toHaveLength(2);
});

test('refusals come one after the other, so that who asks again at once is held back', async () => {
  jest.useRealTimers();
  const answers = new LongAnswers(client, { maxWaiting: 1 });
  const admitted = read(answers, 5);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: 10 }, () =>
      expect(read(answers, 5)).rejects.toMatchObject({ status: 503 }),
    ),
  );
  expect(performance.now() - begun).toBeGreaterThan(80);
  expect(await admitted).toHaveLength(5);
});

test('a failure is only its own', async () => {
  const answers = new LongAnswers(client, {});
  fails = new errors.ConnectionError('away');
  const failed = expect(read(answers, 5)).rejects.toMatchObject({ status: 503 });
  const next = read(answers, 5);
  await passing(PAGE_MS);
  fails = undefined;
  await failed;
  await passing(PAGE_MS);
  expect(await next).toHaveLength(5);
});
