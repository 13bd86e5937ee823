import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TokenDocument } from '../../../../../indices/tokens.js';
import { unavailable } from '../../../../../src/errors.js';
import { hashToken, newToken } from '../../../../../src/access/tokens/secret.js';
import { createTokenVerifier } from '../../../../../src/access/tokens/verify.js';

const TOKEN = newToken();
const stored = new Map<string, TokenDocument>();
const find = jest.fn((hash: string) => Promise.resolve(stored.get(hash)));

function store(token: string, more: Partial<TokenDocument> = {}): void {
  stored.set(hashToken(token), {
    id: 'id',
    name: 'widget',
    scope: 'public',
    created_at: '2026-01-01T00:00:00.000Z',
    ...more,
  });
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00Z') });
  stored.clear();
  find.mockClear();
  store(TOKEN);
});
afterEach(() => {
  jest.useRealTimers();
});

const verify = (): ReturnType<typeof createTokenVerifier> =>
  createTokenVerifier({ find, devTokens: false });

describe('a stored token', () => {
  test('is its caller, and is looked up once for many requests', async () => {
    const check = verify();
    const callers = await Promise.all(Array.from({ length: 100 }, async () => check(TOKEN)));
    for (let round = 0; round < 100; round += 1) callers.push(await check(TOKEN));
    expect(new Set(callers.map((caller) => JSON.stringify(caller)))).toEqual(
      new Set(['{"id":"id","name":"widget","scope":"public"}']),
    );
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('is refused within 5 s after it was revoked, although it is in use all the time', async () => {
    const check = verify();
    await check(TOKEN);
    store(TOKEN, { revoked_at: '2026-11-21T00:00:00.000Z' });
    let acceptedMs = 0;
    for (let ms = 0; ms < 10_000; ms += 100) {
      if ((await check(TOKEN)) !== undefined) acceptedMs = ms;
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(acceptedMs).toBeLessThan(5_000);
  });

  test('is refused within 5 s also if the lookup takes long', async () => {
    const check = verify();
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

  test('is looked up again while it is in use, and nobody waits for that', async () => {
    const check = verify();
    await check(TOKEN);
    await jest.advanceTimersByTimeAsync(2_000);
    find.mockImplementationOnce(() => new Promise(() => undefined));
    expect(await check(TOKEN)).toBeDefined();
    expect(find).toHaveBeenCalledTimes(2);
  });

  test('is refused from the moment it expires', async () => {
    store(TOKEN, { expires_at: '2026-11-21T00:00:01.000Z' });
    const check = verify();
    expect(await check(TOKEN)).toBeDefined();
    await jest.advanceTimersByTimeAsync(999);
    expect(await check(TOKEN)).toBeDefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(await check(TOKEN)).toBeUndefined();
  });
});

describe('while the tokens cannot be read', () => {
  const away = (): Promise<never> => Promise.reject(unavailable());

  test('a token in use goes on for some seconds, then it is 503, not 401', async () => {
    const check = verify();
    await check(TOKEN);
    find.mockImplementation(away);
    for (const ms of [2_000, 500]) {
      await jest.advanceTimersByTimeAsync(ms);
      expect(await check(TOKEN)).toBeDefined();
    }
    await jest.advanceTimersByTimeAsync(2_500);
    await expect(check(TOKEN)).rejects.toMatchObject({ status: 503 });
    find.mockImplementation((hash) => Promise.resolve(stored.get(hash)));
    expect(await check(TOKEN)).toBeDefined();
  });

  test('what is no token at all is 401 all the same', async () => {
    find.mockImplementation(away);
    for (const text of ['', 'dev-public', 'geo_', `${TOKEN}0`, TOKEN.toUpperCase()]) {
      expect(await verify()(text)).toBeUndefined();
    }
    expect(find).not.toHaveBeenCalled();
    find.mockImplementation((hash) => Promise.resolve(stored.get(hash)));
  });
});

describe('an unknown token', () => {
  test('is refused, for a short time without being looked up again', async () => {
    const check = verify();
    const other = newToken();
    for (let round = 0; round < 10; round += 1) expect(await check(other)).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(1);
    store(other);
    await jest.advanceTimersByTimeAsync(2_500);
    expect(await check(other)).toBeDefined();
  });

  test('guessing does not drive out what is known', async () => {
    const check = verify();
    await check(TOKEN);
    for (let round = 0; round < 20_000; round += 1) {
      await check(`geo_${round.toString(16).padStart(64, '0')}`);
    }
    find.mockClear();
    await check(TOKEN);
    expect(find).not.toHaveBeenCalled();
  });
});

describe('the development tokens', () => {
  test('are accepted only where they are allowed', async () => {
    const allowed = createTokenVerifier({ find, devTokens: true });
    expect(await allowed('dev-public')).toMatchObject({ scope: 'public' });
    expect(await allowed('dev-internal')).toMatchObject({ scope: 'internal' });
    expect(await verify()('dev-public')).toBeUndefined();
    expect(await verify()('dev-internal')).toBeUndefined();
  });
});

test('tokens are random, and only their hash is stored', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken));
  expect(tokens.size).toBe(1_000);
  for (const token of tokens) expect(token).toMatch(/^geo_[0-9a-f]{64}$/);
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
