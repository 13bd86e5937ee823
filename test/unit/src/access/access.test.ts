import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { watchEventLoop } from '../../../../src/access/eventLoop.js';
import { createRateLimit, type RateLimits } from '../../../../src/access/rateLimit.js';
import { origins, tokenName } from '../../../../src/access/tokens/text.js';
import { ApiError } from '../../../../src/errors.js';
import { isListed, localOrigins } from '../../../../src/origin.js';

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('the first request of a window says that it ends within a second, at any time', () => {
  const count = createRateLimit({ rateLimitPerSecond: 3 });
  const clock = jest.spyOn(performance, 'now');
  const limits = Array.from({ length: 10_000 }, (_, number) => {
    clock.mockReturnValue(number * 73.0917);
    return count({ id: String(number), name: 'one', scope: 'public' })[3];
  });
  expect(new Set(limits)).toEqual(new Set(['"token";r=2;t=1']));
});

test('more requests than are left are rejected as a whole and not counted, until the next second', () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const count = createRateLimit({ rateLimitPerSecond: 10 });
  const left = (requests: number): string | undefined =>
    count({ id: 'one', name: 'one', scope: 'public' }, 1 + requests)[3];
  expect(left(4)).toBe('"token";r=6;t=1');
  expect(() => left(7)).toThrow(ApiError);
  expect(left(6)).toBe('"token";r=0;t=1');
  clock.mockReturnValue(999);
  expect(() => left(1)).toThrow(ApiError);
  clock.mockReturnValue(1_000);
  expect(left(1)).toBe('"token";r=9;t=1');
});

test('a rejection says what is too much, and what to do', () => {
  const message = (cost?: number, perSecond = 10): string => {
    const count = createRateLimit({ rateLimitPerSecond: perSecond });
    const caller = { id: 'one', name: 'one', scope: 'public' as const };
    try {
      for (;;) count(caller, cost);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const again = 'Wait for the seconds in `Retry-After`, then send it again.';
  expect(message()).toBe(`This token may send 10 requests a second. ${again}`);
  expect(message(5)).toBe(`This token may send 10 requests a second, and this one counts as 5. ${again}`);
  expect(message(11)).toMatch(/and this one counts as 11\. Ask the operator for a limit of at least 11, or request fewer locations or results at a time\.$/);
  expect(message(5, 4)).toContain('a limit of at least 5');
}); // prettier-ignore

test.each<[RateLimits, number | undefined, number | undefined]>([
  [{}, 600, undefined],
  [{ rateLimitPerSecond: 0 }, undefined, undefined],
  [{ rateLimitPerSecond: 7 }, 7, 7],
  [{ rateLimitPublicPerSecond: 0, rateLimitInternalPerSecond: 9 }, undefined, 9],
])(
  'with %j, a public token may send %p requests a second, an internal one %p',
  (limits, ...wanted) => {
    const count = createRateLimit(limits);
    const policies = (['public', 'internal'] as const).map((scope) => count({ id: scope, name: scope, scope })[1]); // prettier-ignore
    expect(policies).toEqual(
      wanted.map((limit) => (limit === undefined ? undefined : `"token";q=${limit};w=1`)),
    );
  },
);

test('a long turn of the event loop is not an overload, but many are', async () => {
  const isLate = watchEventLoop();
  const block = (ms: number): void => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  await sleep(20);
  block(900);
  await sleep(20);
  expect(isLate()).toBe(false);
  for (let turn = 0; turn < 9; turn += 1) {
    block(160);
    await sleep(1);
  }
  expect(isLate()).toBe(true);
  while (isLate()) await sleep(50);
});

const LISTED = ['https://a.example', ...localOrigins('2001:db8::1')];

test.each([
  'https://a.example', 'http://localhost', 'http://localhost:3000', 'https://127.0.0.1:1', 'http://[::1]', 'http://[2001:db8::1]:3000',
])('%s is listed', (origin) => {
  expect(isListed(LISTED, origin)).toBe(true);
}); // prettier-ignore

test.each([
  'null', '', 'https://a.example:8443', 'http://localhost.example', 'http://localhost:3000.example', 'http://localhost:3000:*',
  'ftp://localhost', 'http://127.0.0.2:3000', 'http://a.example:80@localhost:3000',
])('%j is not', (origin) => {
  expect(isListed(LISTED, origin)).toBe(false);
}); // prettier-ignore

test.each([
  ['https://Widget.Example', 'https://widget.example'],
  ['https://wídget.example', 'https://xn--wdget-zsa.example'],
  ['https://widget.example:443', 'https://widget.example'],
  ['https://widget.example/', 'https://widget.example'],
])('the argument %s is rejected, and the error shows what browsers send: %s', (text, sent) => {
  expect(() => origins(`https://a.example, ${text}`)).toThrow(`Browsers send ${sent} instead of`);
  expect(origins(`${sent},${sent}`)).toEqual([sent]);
});

test.each(['', 'null', '*', 'a.example', 'file:///a', 'https://'])('%j is no origin', (text) => {
  expect(() => origins(text)).toThrow('such as https://example.com');
});

test('the name of a token is no longer than an id of Elasticsearch may be', () => {
  expect(tokenName(` ${'n'.repeat(200)} `)).toBe('n'.repeat(200));
  expect(tokenName('名'.repeat(170))).toHaveLength(170);
  for (const name of ['', ' ', 'n'.repeat(201), '名'.repeat(171), 'a\u001bb'])
    expect(() => tokenName(name)).toThrow('512 bytes at most');
});
