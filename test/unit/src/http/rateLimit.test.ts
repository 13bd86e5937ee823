import { afterEach, expect, jest, test } from '@jest/globals';
import { createRateLimit } from '../../../../src/http/rateLimit.js';

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
