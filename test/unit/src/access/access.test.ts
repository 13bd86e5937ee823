import { afterEach, expect, jest, test } from '@jest/globals';
import { createRateLimit } from '../../../../src/access/limits.js';
import { origins, tokenName } from '../../../../src/access/tokens/text.js';
import { ApiError } from '../../../../src/errors.js';
import { isListed, localOrigins } from '../../../../src/origin.js';

afterEach(() => {
  jest.restoreAllMocks();
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
    count({ id: 'one', name: 'one', scope: 'public' }, requests)[3];
  expect(left(4)).toBe('"token";r=6;t=1');
  expect(() => left(7)).toThrow(ApiError);
  expect(left(6)).toBe('"token";r=0;t=1');
  clock.mockReturnValue(999);
  expect(() => left(1)).toThrow(ApiError);
  clock.mockReturnValue(1_000);
  expect(left(1)).toBe('"token";r=9;t=1');
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
