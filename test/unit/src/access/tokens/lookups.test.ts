import { expect, test } from '@jest/globals';
import type { TokenDocument } from '../../../../../indices/tokens.js';
import { unavailable } from '../../../../../src/errors.js';
import { createTokenLookups, type FindTokens } from '../../../../../src/access/tokens/lookups.js';

const TOKEN: TokenDocument = {
  id: 'id',
  name: 'widget',
  scope: 'public',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** Requests, each answered when a test says so. */
function stub(timeoutMs = 1_000) {
  const requests: {
    hashes: readonly string[];
    timeoutMs: number;
    answer(): void;
    fail(error: Error): void;
  }[] = [];
  const findTokens: FindTokens = (hashes, withinMs) =>
    new Promise((resolve, reject) => {
      const answer = (): void => {
        resolve(hashes.map((hash) => (hash.startsWith('known') ? TOKEN : undefined)));
      };
      requests.push({ hashes, timeoutMs: withinMs, answer, fail: reject });
    });
  const find = createTokenLookups(findTokens, timeoutMs);
  return { find, requests };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Longer than the pause between two requests for guesses. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));

test('guesses go together, one request after the other; who is known does not wait for them', async () => {
  const { find, requests } = stub();
  const first = find('guess-1', false);
  await turn();
  const others = [2, 3].map((count) => find(`guess-${count}`, false));
  const known = find('known', true);
  await turn();
  expect(requests.map(({ hashes }) => hashes)).toEqual([['guess-1'], ['known']]);
  requests[1]?.answer();
  expect(await known).toEqual(TOKEN);
  requests[0]?.answer();
  expect(await first).toBeUndefined();
  await pause();
  expect(requests[2]?.hashes).toEqual(['guess-2', 'guess-3']);
  requests[2]?.answer();
  expect(await Promise.all(others)).toEqual([undefined, undefined]);
});

test('a newcomer among guesses is found', async () => {
  const { find, requests } = stub();
  const answers = Promise.all([find('guess', false), find('known after all', false)]);
  await turn();
  requests[0]?.answer();
  expect(await answers).toEqual([undefined, TOKEN]);
});

test('too many that wait, and those whose time is over, are refused', async () => {
  const { find, requests } = stub(50);
  const first = find('guess', false);
  await turn();
  // Far fewer than there are places for requests.
  const late = Array.from({ length: 250 }, () =>
    expect(find('late', false)).rejects.toMatchObject({ status: 503 }),
  );
  await expect(find('one too many', false)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('overloaded'),
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  requests[0]?.answer();
  await first;
  await Promise.all(late);
  expect(requests).toHaveLength(1);
  void find('known', true);
  await turn();
  expect(requests[1]?.hashes).toEqual(['known']);
  // Its own time, of which a busy machine may have taken some: not what is left of the first one's.
  expect(requests[1]?.timeoutMs).toBeGreaterThan(0);
  expect(requests[1]?.timeoutMs).toBeLessThanOrEqual(50);
});

test('a failure is that of all it was asked for, and of nobody else', async () => {
  const { find, requests } = stub();
  const failed = [1, 2].map((count) =>
    expect(find(`guess-${count}`, false)).rejects.toMatchObject({ status: 503 }),
  );
  await turn();
  const next = find('guess-3', false);
  requests[0]?.fail(unavailable());
  await Promise.all(failed);
  await pause();
  requests[1]?.answer();
  expect(await next).toBeUndefined();
});

test('guesses that come all the time are asked for a few times, however many they are', async () => {
  const { find, requests } = stub();
  const first = find('guess-1', false);
  await turn();
  requests[0]?.answer();
  expect(await first).toBeUndefined();
  for (let count = 0; count < 100; count += 1) {
    find(`guess of turn ${count}`, false).catch(() => undefined);
    if (count % 10 === 0) await turn();
  }
  expect(requests).toHaveLength(1);
  await pause();
  expect(requests.map(({ hashes }) => hashes.length)).toEqual([1, 100]);
});
