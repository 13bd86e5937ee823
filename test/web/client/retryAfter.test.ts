import { expect, test } from '@jest/globals';
import { secondsToWait } from '../../../web/client/src/waiting.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DATE = 'Sun, 22 Nov 2026 12:00:30 GMT';

test.each([
  [{}, undefined],
  [{ 'Retry-After': '7' }, 7],
  [{ 'Retry-After': '0' }, 0],
  [{ 'Retry-After': '-5' }, 0],
  [{ 'Retry-After': '' }, undefined],
  [{ 'Retry-After': 'soon' }, undefined],
  [{ 'Retry-After': DATE }, 30],
  [{ 'Retry-After': 'Sun, 22 Nov 2026 11:00:00 GMT' }, 0],
  // By the clock of who answers, however wrong the one here is.
  [{ 'Retry-After': DATE, Date: 'Sun, 22 Nov 2026 12:00:20 GMT' }, 10],
  [{ 'Retry-After': DATE, Date: 'today' }, 30],
])('%j', (headers, seconds) => {
  expect(secondsToWait(new Headers(headers), NOW)).toBe(seconds);
});
