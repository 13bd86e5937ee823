import { expect, test } from '@jest/globals';
import { RecentTexts } from '../../../../../src/lookups/cache/recentTexts.js';

test('a text is seen from its second time on, until many others came', () => {
  const recent = new RecentTexts();
  expect([recent.wasSeen('par'), recent.wasSeen('par'), recent.wasSeen('pari'), recent.wasSeen('par')]).toEqual([false, true, false, true]);
  const others = Array.from({ length: 10_000 }, (_, number) => recent.wasSeen(`/cities/findByName?token=${number}`));
  expect(others.filter(Boolean)).toEqual([]);
  for (let number = 0; number < 1_000_000; number += 1) recent.wasSeen(`${number}`);
  expect(recent.wasSeen('par')).toBe(false);
}); // prettier-ignore
