import { afterEach, expect, jest, test } from '@jest/globals';
import { ApiError } from '../../../../src/errors.js';
import { createRateLimit } from '../../../../src/access/rateLimit.js';

afterEach(() => {
  jest.restoreAllMocks();
});

test('the first request of a window is told that it ends within its second, whenever it comes', () => {
  const count = createRateLimit({ rateLimitPerSecond: 3 });
  const clock = jest.spyOn(performance, 'now');
  const told = new Set<string>();
  for (let number = 0; number < 10_000; number += 1) {
    clock.mockReturnValue(number * 73.0917);
    const headers = count({ id: String(number), name: 'one', scope: 'public' });
    told.add(headers[headers.indexOf('RateLimit') + 1] ?? '');
  }
  expect(told).toEqual(new Set(['"token";r=2;t=1']));
});

test('what does not fit is rejected as a whole and not counted, until the next second', () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const count = createRateLimit({ rateLimitPerSecond: 10 });
  const left = (requests: number): string | undefined =>
    count({ id: 'one', name: 'one', scope: 'public' }, requests)[3];
  expect(left(4)).toBe('"token";r=6;t=1');
  expect(() => left(7)).toThrow(ApiError);
  expect(left(0)).toBe('"token";r=6;t=1');
  expect(left(6)).toBe('"token";r=0;t=1');
  expect(left(0)).toBe('"token";r=0;t=1');
  clock.mockReturnValue(999);
  expect(() => left(1)).toThrow(ApiError);
  clock.mockReturnValue(1_000);
  expect(left(1)).toBe('"token";r=9;t=1');
});
