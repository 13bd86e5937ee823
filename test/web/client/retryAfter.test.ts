import { expect, test } from '@jest/globals';
import { secondsUntil } from '../../../web/client/src/answers.js';

test.each([
  [null, undefined],
  ['7', 7],
  ['0', 0],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After: %s', (header, seconds) => {
  expect(secondsUntil(header, Date.parse('2026-11-22T12:00:00Z'))).toBe(seconds);
});
