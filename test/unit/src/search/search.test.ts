import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { found, idsOf, stubSearches, turn } from './searchStub.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('sharing requests', () => {
  test('searches of one turn go together, and each gets its own answer', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    const answers = Promise.all([1, 2, 3].map((size) => idsOf(search('index', { size }))));
    expect(requests).toHaveLength(0);
    await turn();
    expect(requests.map(({ sizes }) => sizes)).toEqual([[1, 2, 3]]);
    requests[0]?.answer();
    expect(await answers).toEqual([['1'], ['2'], ['3']]);
  });

  test('none asks how many documents match in all, and none takes a part for the whole', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    void search('index', { size: 1 });
    void search('other', { size: 2 });
    await turn();
    expect(requests.map(({ lines }) => lines)).toEqual([
      [
        { index: 'index', allow_partial_search_results: false },
        { size: 1, track_total_hits: false },
        { index: 'other', allow_partial_search_results: false },
        { size: 2, track_total_hits: false },
      ],
    ]);
  });

  test('a lone search does not wait for others', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    void search('index', { size: 1 });
    await turn();
    void search('index', { size: 2 });
    await turn();
    expect(requests.map(({ sizes }) => sizes)).toEqual([[1], [2]]);
  });

  test('at most so many requests are under way; what arrives meanwhile goes together', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000, maxRequests: 2, maxSearches: 3 });
    for (const size of [1, 2, 3, 4, 5]) {
      void search('index', { size });
      await turn();
    }
    expect(requests.map(({ sizes }) => sizes)).toEqual([[1], [2]]);
    requests[0]?.answer();
    await turn();
    expect(requests.map(({ sizes }) => sizes)).toEqual([[1], [2], [3, 4, 5]]);
    for (const size of [6, 7, 8, 9]) void search('index', { size });
    await turn();
    expect(requests).toHaveLength(3);
    requests[1]?.answer();
    await turn();
    requests[2]?.answer();
    await turn();
    expect(requests.slice(3).map(({ sizes }) => sizes)).toEqual([[6, 7, 8], [9]]);
  });
});

describe('searches that belong together', () => {
  const group = (count: number) =>
    Array.from({ length: count }, (_, position) => ({
      index: 'index',
      body: { size: position + 1 },
    }));

  test('go in one request, even when it may not hold so many', async () => {
    const { searchTogether, requests } = stubSearches({ timeoutMs: 1_000, maxSearches: 2 });
    const all = searchTogether(group(3));
    await turn();
    expect(requests.map(({ sizes }) => sizes)).toEqual([[1, 2, 3]]);
    requests[0]?.answer();
    expect((await all).map(({ hits }) => hits[0]?._id)).toEqual(['1', '2', '3']);
  });

  test('fail together when the answer lacks one of them', async () => {
    const { searchTogether, requests } = stubSearches({ timeoutMs: 1_000 });
    const all = expect(searchTogether(group(2))).rejects.toMatchObject({ status: 503 });
    await turn();
    requests[0]?.answer([found(1)]);
    await all;
  });
});

describe('failures', () => {
  test('one of an item is only its own', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    const good = idsOf(search('index', { size: 1 }));
    const bad = search('index', { size: 2 });
    const lost = search('index', { size: 3 });
    const expectations = Promise.all([
      expect(good).resolves.toEqual(['1']),
      expect(bad).rejects.toMatchObject({ status: 500 }),
      expect(lost).rejects.toMatchObject({ status: 503 }),
    ]);
    await turn();
    requests[0]?.answer([found(1), { error: { type: 'parsing_exception' }, status: 400 }]);
    await expectations;
  });

  test('one of a request is that of all its searches, and the next one is sent', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000, maxRequests: 1, maxSearches: 2 });
    const failed = [1, 2].map((size) => search('index', { size }));
    const next = idsOf(search('index', { size: 3 }));
    const expectations = failed.map((one) => expect(one).rejects.toMatchObject({ status: 500 }));
    await turn();
    requests[0]?.fail(new Error('anything'));
    await Promise.all(expectations);
    requests[1]?.answer();
    expect(await next).toEqual(['3']);
  });

  test('no hits are an empty list', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    const none = search('index', { size: 1 });
    await turn();
    requests[0]?.answer([{ status: 200 }]);
    expect(await none).toEqual([]);
  });
});

describe('the time of a search includes the wait for its turn', () => {
  test('a request may take what is left for its oldest search', async () => {
    const { search, requests } = stubSearches({
      timeoutMs: 1_000,
      maxRequests: 1,
      maxQueuedMs: 1_000,
    });
    void search('index', { size: 1 });
    await turn();
    expect(requests[0]?.timeoutMs).toBe(1_000);
    void search('index', { size: 2 });
    await jest.advanceTimersByTimeAsync(300);
    void search('index', { size: 3 });
    await jest.advanceTimersByTimeAsync(300);
    requests[0]?.answer();
    await turn();
    // Half of it, for the other half is for those that are not at fault.
    expect(requests[1]).toMatchObject({ sizes: [2, 3], timeoutMs: 200 });
  });

  test('whose time is over is refused, and only that', async () => {
    const { search, requests } = stubSearches({
      timeoutMs: 1_000,
      maxRequests: 1,
      maxQueuedMs: 1_000,
    });
    void search('index', { size: 1 });
    await turn();
    const late = expect(search('index', { size: 2 })).rejects.toMatchObject({ status: 503 });
    await jest.advanceTimersByTimeAsync(500);
    const inTime = idsOf(search('index', { size: 3 }));
    await jest.advanceTimersByTimeAsync(600);
    requests[0]?.answer();
    await late;
    expect(requests[1]).toMatchObject({ sizes: [3], timeoutMs: 400 });
    requests[1]?.answer();
    expect(await inTime).toEqual(['3']);
  });
});
