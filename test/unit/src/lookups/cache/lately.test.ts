import { expect, test } from '@jest/globals';
import { LatelySeen } from '../../../../../src/lookups/cache/lately.js';

test('a text is seen from its second time on, until many others came', () => {
  const seen = new LatelySeen();
  expect([seen.add('par'), seen.add('par'), seen.add('pari'), seen.add('par')]).toEqual([false, true, false, true]);
  const others = Array.from({ length: 10_000 }, (_, number) => seen.add(`/cities/findByName?token=${number}`));
  expect(others.filter(Boolean)).toEqual([]);
  for (let number = 0; number < 1_000_000; number += 1) seen.add(`${number}`);
  expect(seen.add('par')).toBe(false);
}); // prettier-ignore
