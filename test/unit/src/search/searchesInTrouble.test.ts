import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { idsOf, stubSearches, timeout, turn } from './searchStub.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a slow search', () => {
  test('fails alone: those that shared its request are sent again, one by one', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000, maxRequests: 4 });
    const slow = expect(search('index', { size: 1 })).rejects.toMatchObject({ status: 503 });
    const others = [2, 3].map((size) => idsOf(search('index', { size })));
    await turn();
    expect(requests).toMatchObject([{ sizes: [1, 2, 3], timeoutMs: 500 }]);
    await jest.advanceTimersByTimeAsync(500);
    requests[0]?.fail(timeout());
    await turn();
    expect(requests.slice(1)).toMatchObject([
      { sizes: [1], timeoutMs: 500 },
      { sizes: [2], timeoutMs: 500 },
      { sizes: [3], timeoutMs: 500 },
    ]);
    requests[1]?.fail(timeout());
    requests[2]?.answer();
    requests[3]?.answer();
    await slow;
    expect(await Promise.all(others)).toEqual([['2'], ['3']]);
  });

  test('is sent again also where one request may be under way', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000, maxRequests: 1 });
    const both = Promise.all([1, 2].map((size) => idsOf(search('index', { size }))));
    await turn();
    await jest.advanceTimersByTimeAsync(500);
    for (let sent = 0; sent < 3; sent += 1) {
      if (sent === 0) requests[sent]?.fail(timeout());
      else requests[sent]?.answer();
      await turn();
    }
    expect(await both).toEqual([['1'], ['2']]);
  });

  test('goes before what came later, and not once its time is over', async () => {
    const { search, requests } = stubSearches({
      timeoutMs: 1_000,
      maxRequests: 2,
      maxQueuedMs: 1_000,
    });
    const refused = [1, 2].map((size) =>
      expect(search('index', { size })).rejects.toMatchObject({ status: 503 }),
    );
    await turn();
    await jest.advanceTimersByTimeAsync(500);
    const later = idsOf(search('index', { size: 3 }));
    requests[0]?.fail(timeout());
    await turn();
    expect(requests[1]?.sizes).toEqual([1]);
    await jest.advanceTimersByTimeAsync(500);
    requests[1]?.fail(timeout());
    await Promise.all(refused);
    await turn();
    expect(requests.slice(2).map(({ sizes }) => sizes)).toEqual([[3]]);
    requests[2]?.answer();
    expect(await later).toEqual(['3']);
  });
});

describe('too much at once', () => {
  test('is refused as soon as the oldest has waited too long, and only as long as it does', async () => {
    const { search, isCongested, requests } = stubSearches({
      timeoutMs: 2_000,
      maxRequests: 1,
      maxPatient: 1,
      maxQueuedMs: 500,
    });
    const first = idsOf(search('index', { size: 1 }));
    await turn();
    const second = idsOf(search('index', { size: 2 }));
    await jest.advanceTimersByTimeAsync(499);
    expect(isCongested()).toBe(false);
    const third = idsOf(search('index', { size: 3 }));
    await jest.advanceTimersByTimeAsync(1);
    expect(isCongested()).toBe(true);
    await expect(search('index', { size: 4 })).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('overloaded'),
    });
    requests[0]?.answer();
    await turn();
    expect(isCongested()).toBe(false);
    requests[1]?.answer();
    expect(await Promise.all([first, second, third])).toEqual([['1'], ['2'], ['3']]);
  });

  test('whoever came at once is waited for, however long that takes', async () => {
    const { search, requests } = stubSearches({
      timeoutMs: 20_000,
      maxRequests: 1,
      maxPatient: 1,
      maxSearches: 1,
      lastingMs: 200,
    });
    const found = Array.from({ length: 50 }, () => search('index', { size: 1 }));
    const answered = Promise.all(found);
    await turn();
    for (let round = 0; round < 50; round += 1) {
      await jest.advanceTimersByTimeAsync(300);
      requests.at(-1)?.answer();
      await turn();
    }
    expect(await answered).toHaveLength(50);
  });

  test('where it lasts, only as many wait as can be under way, and afterwards all is as before', async () => {
    const { search, isCongested, requests } = stubSearches({
      timeoutMs: 2_000,
      maxRequests: 1,
      maxPatient: 1,
      maxSearches: 1,
      lastingMs: 200,
    });
    const outcomes: { waitedMs: number; isAnswered: boolean }[] = [];
    const ask = (): void => {
      const begun = performance.now();
      const end = (isAnswered: boolean) => () => {
        outcomes.push({ waitedMs: performance.now() - begun, isAnswered });
      };
      search('index', { size: 1 }).then(end(true), end(false));
    };
    // Every request takes 20 ms; four times as many searches come.
    const pass20Ms = async (searches: number): Promise<void> => {
      for (let count = 0; count < searches; count += 1) {
        ask();
        await jest.advanceTimersByTimeAsync(20 / searches);
      }
      if (searches === 0) await jest.advanceTimersByTimeAsync(20);
      requests.at(-1)?.answer();
      await turn();
    };
    for (let round = 0; round < 60; round += 1) await pass20Ms(4);
    outcomes.length = 0;
    for (let round = 0; round < 50; round += 1) {
      await pass20Ms(4);
      // For a moment nobody comes: that is not its end.
      if (round % 5 === 4) for (let lull = 0; lull < 3; lull += 1) await pass20Ms(0);
    }
    const answered = outcomes.filter(({ isAnswered }) => isAnswered);
    // As many as ever, none of which had to wait for two others; the others heard so at once.
    expect(answered.length).toBeGreaterThanOrEqual(49);
    for (const { waitedMs } of answered) expect(waitedMs).toBeLessThanOrEqual(2 * 20 + 5);
    const refused = outcomes.filter(({ isAnswered }) => !isAnswered);
    expect(refused.filter(({ waitedMs }) => waitedMs > 0)).toEqual([]);
    for (let round = 0; round < 12; round += 1) await pass20Ms(1);
    outcomes.length = 0;
    for (let count = 0; count < 20; count += 1) ask();
    await turn();
    expect(isCongested()).toBe(false);
    expect(outcomes).toEqual([]);
  });

  test.each([
    ['after a pause of Elasticsearch, which answers half as much again as is asked', 300, 30],
    ['where many come at once, and each request takes long', 0, Infinity],
  ])('refuses nobody %s', async (_, pauseMs, everyMs) => {
    const { search, requests } = stubSearches({
      timeoutMs: 2_000,
      maxRequests: 1,
      maxPatient: 1,
      maxSearches: 1,
      lastingMs: 200,
    });
    const outcomes: boolean[] = [];
    const ask = (): void => {
      search('index', { size: 1 }).then(
        () => outcomes.push(true),
        () => outcomes.push(false),
      );
    };
    for (let count = 0; count < (everyMs === Infinity ? 22 : 1); count += 1) ask();
    await turn();
    let answered = 0;
    for (let ms = 10; ms <= 2_000; ms += 10) {
      await jest.advanceTimersByTimeAsync(10);
      if (ms % everyMs === 0) ask();
      await turn();
      // Each takes 20 ms.
      if (ms % 20 !== 0 || ms <= pauseMs) continue;
      requests[answered]?.answer();
      if (answered < requests.length) answered += 1;
      await turn();
    }
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes).not.toContain(false);
  });

  test('what can be held is held again soon after a peak of more', async () => {
    const { search, requests } = stubSearches({
      timeoutMs: 2_000,
      maxRequests: 4,
      maxPatient: 8,
      maxSearches: 2,
      lastingMs: 200,
    });
    const refusedAt: number[] = [];
    let answered = 0;
    const sentAt: number[] = [];
    // Every request takes 20 ms: 400 searches a second are held.
    const pass = async (ms: number, everyMs: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 1) {
        if (passed % everyMs === 0)
          search('index', { size: 1 }).catch(() => refusedAt.push(performance.now()));
        await jest.advanceTimersByTimeAsync(1);
        await turn();
        while (sentAt.length < requests.length) sentAt.push(performance.now());
        while (performance.now() - (sentAt[answered] ?? Infinity) >= 20) {
          requests[answered]?.answer();
          answered += 1;
        }
        await turn();
      }
    };
    await pass(1_000, 1);
    const peakOver = performance.now();
    expect(refusedAt.length).toBeGreaterThan(100);
    // Nine tenths of it, for ever.
    await pass(2_000, 3);
    expect(refusedAt.filter((at) => at > peakOver + 500)).toEqual([]);
  });

  test('searches share a request only up to so many documents', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000, maxHits: 1_000 });
    for (const size of [400, 500, 300, 10]) void search('index', { size });
    await turn();
    expect(requests.map(({ sizes }) => sizes)).toEqual([[10], [400, 500], [300]]);
  });
});

describe('a burst of 64', () => {
  test.each([
    ['light', 1],
    ['heavy', 400],
  ])('%s ones is answered, late if need be within its time', async (_, size) => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    const found = Array.from({ length: 64 }, () => search('index', { size }));
    // A few more, while the first ones take long, as on a busy machine.
    await jest.advanceTimersByTimeAsync(300);
    const all = Promise.all([
      ...found,
      ...Array.from({ length: 8 }, () => search('index', { size })),
    ]);
    await turn();
    // They become more meanwhile.
    for (const request of requests) {
      await jest.advanceTimersByTimeAsync(15);
      request.answer();
      await turn();
    }
    expect(await all).toHaveLength(72);
  });

  test('whose time cannot suffice is refused without a request, but for the last', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000, maxRequests: 1, maxSearches: 1 });
    const outcomes: unknown[] = [];
    for (let count = 0; count < 30; count += 1)
      search('index', { size: 1 }).then(
        () => outcomes.push(200),
        (error: unknown) => outcomes.push((error as { status: number }).status),
      );
    await turn();
    for (const request of requests) {
      await jest.advanceTimersByTimeAsync(90);
      request.answer();
      await turn();
    }
    expect(outcomes.filter((outcome) => outcome === 200).length).toBeGreaterThanOrEqual(10);
    expect(new Set(outcomes)).toEqual(new Set([200, 503]));
    // Hardly one is asked in vain.
    expect(requests.length).toBeLessThanOrEqual(12);
  });
});

describe('light searches', () => {
  test('go before heavy ones that came earlier, and share no request with them', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    for (let count = 0; count < 64; count += 1) void search('index', { size: 400 });
    await turn();
    // A request is left to them.
    expect(requests).toHaveLength(3);
    for (const size of [1, 2, 3]) void search('index', { size });
    await turn();
    expect(requests.slice(3).map(({ sizes }) => sizes)).toEqual([[1, 2, 3]]);
    void search('index', { size: 4 });
    await turn();
    requests[3]?.answer();
    await turn();
    expect(requests.slice(4).map(({ sizes }) => sizes)).toEqual([[4]]);
  });

  test('do not keep heavy ones waiting for ever', async () => {
    const { search, requests } = stubSearches({ timeoutMs: 10_000, maxSearches: 1 });
    for (let count = 0; count < 20; count += 1) void search('index', { size: 1 });
    void search('index', { size: 400 });
    await turn();
    requests[0]?.answer();
    await turn();
    expect(requests.flatMap(({ sizes }) => sizes)).toContain(400);
  });
});

describe('an answer that is none', () => {
  test.each([
    ['without searches', undefined],
    ['of nothing', []],
    ['that is empty', [{}]],
    ['of null', [null]],
    ['whose hits are none', [{ status: 200, hits: { hits: [null] } }]],
    ['whose hits have no id', [{ status: 200, hits: { hits: [{}] } }]],
    ['whose hits are an object', [{ status: 200, hits: { hits: {} } }]],
  ])('%s: 503', async (_, responses) => {
    const { search, requests } = stubSearches({ timeoutMs: 1_000 });
    const answer = expect(search('index', { size: 1 })).rejects.toMatchObject({ status: 503 });
    await turn();
    requests[0]?.answer(responses ?? (null as unknown as []));
    await answer;
  });
});
