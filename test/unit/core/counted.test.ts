import { expect, test } from '@jest/globals';
import { counted } from '../../../core/cli/counted.js';

test.each([
  [0, 'city', '0 cities'],
  [1, 'city', '1 city'],
  [2, 'primary city', '2 primary cities'],
  [1, 'row', '1 row'],
  [1_000, 'more line', '1000 more lines'],
])('%d of %s', (count, noun, text) => {
  expect(counted(count, noun)).toBe(text);
});
