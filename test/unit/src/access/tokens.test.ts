import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TokenDocument } from '../../../../indices/tokens.js';
import { hashToken, newToken } from '../../../../src/access/tokens/token.js';
import { createTokenLookups, createTokenVerifier } from '../../../../src/access/tokens/verify.js';
import { unavailable } from '../../../../src/errors.js';
import { fakeTimers } from '../../../support/each.js';

const documentOf = (more: Partial<TokenDocument> = {}): TokenDocument => ({
  id: 'id',
  name: 'widget',
  scope: 'public',
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

describe('checks of tokens', () => {
  const TOKEN = newToken();
  const stored = new Map<string, TokenDocument>();
  const findStored = (hash: string) => Promise.resolve(stored.get(hash));
  const find = jest.fn(findStored);
  const store = (token: string, more: Partial<TokenDocument> = {}): void => {
    stored.set(hashToken(token), documentOf(more));
  };
  const verifier = (devTokens = false) => createTokenVerifier({ find, devTokens });

  fakeTimers({ now: Date.parse('2026-11-21T00:00:00Z') });
  beforeEach(() => {
    stored.clear();
    find.mockReset().mockImplementation(findStored);
    store(TOKEN);
  });

  test('a stored token is looked up once for many requests', async () => {
    const check = verifier();
    const callers = await Promise.all(Array.from({ length: 100 }, async () => check(TOKEN)));
    for (let round = 0; round < 100; round += 1) callers.push(await check(TOKEN));
    expect(new Set(callers.map((caller) => JSON.stringify(caller)))).toEqual(
      new Set(['{"id":"id","name":"widget","scope":"public"}']),
    );
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('a token in use is rejected within 5 s after it was revoked', async () => {
    const check = verifier();
    await check(TOKEN);
    store(TOKEN, { revoked_at: '2026-11-21T00:00:00.000Z' });
    let acceptedMs = 0;
    for (let ms = 0; ms < 10_000; ms += 100) {
      if ((await check(TOKEN)) !== undefined) acceptedMs = ms;
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(acceptedMs).toBeLessThan(5_000);
    // From then on it waits with the guesses.
    expect(find.mock.lastCall).toEqual([hashToken(TOKEN), false]);
  });

  test('the time of a slow lookup counts', async () => {
    const check = verifier();
    const start = performance.now();
    find.mockImplementationOnce(async (hash) => {
      const document = stored.get(hash);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return document;
    });
    const first = check(TOKEN);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await first).toBeDefined();
    store(TOKEN, { revoked_at: 'now' });
    await jest.advanceTimersByTimeAsync(start + 3_000 - performance.now());
    expect(await check(TOKEN)).toBeUndefined();
  });

  test('a token in use is looked up again in the background', async () => {
    const check = verifier();
    await check(TOKEN);
    await jest.advanceTimersByTimeAsync(2_000);
    find.mockImplementationOnce(() => new Promise(() => undefined));
    expect(await check(TOKEN)).toBeDefined();
    expect(find).toHaveBeenCalledTimes(2);
  });

  test('a token is rejected from the moment it expires', async () => {
    store(TOKEN, { expires_at: '2026-11-21T00:00:01.000Z' });
    const check = verifier();
    await check(TOKEN);
    await jest.advanceTimersByTimeAsync(999);
    expect(await check(TOKEN)).toBeDefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(await check(TOKEN)).toBeUndefined();
  });

  test('if tokens cannot be read, a token in use is valid for some seconds, then it is 503', async () => {
    const check = verifier();
    await check(TOKEN);
    find.mockImplementation(() => Promise.reject(unavailable()));
    for (const ms of [2_000, 500]) {
      await jest.advanceTimersByTimeAsync(ms);
      expect(await check(TOKEN)).toBeDefined();
    }
    await jest.advanceTimersByTimeAsync(2_500);
    await expect(check(TOKEN)).rejects.toMatchObject({ status: 503 });
    find.mockImplementation(findStored);
    expect(await check(TOKEN)).toBeDefined();
  });

  test('a text that is no token is not looked up', async () => {
    for (const text of ['', 'dev-public', 'geo_', `${TOKEN}0`, TOKEN.toUpperCase()])
      expect(await verifier()(text)).toBeUndefined();
    expect(find).not.toHaveBeenCalled();
  });

  test('an unknown token is not looked up again for a short time', async () => {
    const check = verifier();
    const other = newToken();
    for (let round = 0; round < 10; round += 1) expect(await check(other)).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(1);
    store(other);
    await jest.advanceTimersByTimeAsync(2_500);
    expect(await check(other)).toBeDefined();
  });

  test('guessed tokens evict no valid token', async () => {
    const check = verifier();
    await check(TOKEN);
    for (let round = 0; round < 20_000; round += 1)
      await check(`geo_${round.toString(16).padStart(64, '0')}`);
    find.mockClear();
    await check(TOKEN);
    expect(find).not.toHaveBeenCalled();
  });

  test.each(['public', 'internal'])('dev-%s is accepted if it is allowed', async (scope) => {
    expect(await verifier(true)(`dev-${scope}`)).toMatchObject({ scope });
    expect(await verifier()(`dev-${scope}`)).toBeUndefined();
  });
});

test('tokens are random, and only their SHA-256 is stored', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken));
  expect(tokens.size).toBe(1_000);
  for (const token of tokens) expect(token).toMatch(/^geo_[0-9a-f]{64}$/);
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

describe('lookups of tokens', () => {
  /** Requests, each answered when a test says so. */
  function start(timeoutMs = 1_000) {
    const requests: { hashes: readonly string[]; answer(): void }[] = [];
    const find = createTokenLookups(
      (hashes) =>
        new Promise((resolve) => {
          const answer = (): void => {
            resolve(hashes.map((hash) => (hash === 'known' ? documentOf() : undefined)));
          };
          requests.push({ hashes, answer });
        }),
      timeoutMs,
    );
    return { find, requests };
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Longer than the pause between two requests for guesses. */
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));

  test('guesses share requests, one after the other, and cached tokens do not wait for them', async () => {
    const { find, requests } = start();
    const first = find('guess-1', false);
    await turn();
    const others = [find('guess-2', false), find('known', false)];
    const cached = find('known', true);
    await turn();
    expect(requests.map(({ hashes }) => hashes)).toEqual([['guess-1'], ['known']]);
    for (const request of requests) request.answer();
    expect(await cached).toEqual(documentOf());
    expect(await first).toBeUndefined();
    await turn();
    expect(requests).toHaveLength(2);
    await pause();
    expect(requests[2]?.hashes).toEqual(['guess-2', 'known']);
    requests[2]?.answer();
    expect(await Promise.all(others)).toEqual([undefined, documentOf()]);
  });

  test('far fewer guesses may wait than requests', async () => {
    const { find, requests } = start(50);
    const first = find('guess', false);
    await turn();
    const late = Array.from({ length: 250 }, () =>
      expect(find('late', false)).rejects.toMatchObject({ status: 503 }),
    );
    const oneTooMany = { status: 503, reason: 'overloaded' };
    await expect(find('one too many', false)).rejects.toMatchObject(oneTooMany);
    await new Promise((resolve) => setTimeout(resolve, 60));
    requests[0]?.answer();
    await first;
    await Promise.all(late);
    expect(requests).toHaveLength(1);
  });
});
