import { expect, test } from '@jest/globals';
import { boundedMap } from '../../../../../src/lookups/cache/budget.js';
import { statistics } from '../../../../../src/lookups/cache/statistics.js';

test('what is dropped for want of room is counted, and what it takes', () => {
  const before = statistics.evictions.get('answers') ?? 0;
  const map = boundedMap<string>(100_000, (text) => text.length, 'answers');
  for (let i = 0; i < 200; i += 1) map.set(`k${i}`, 'x'.repeat(1_000));
  map.delete('k199');
  expect((statistics.evictions.get('answers') ?? 0) - before).toBe(199 - map.size);
  const kept = statistics.maps.get('answers');
  expect(kept?.size).toBe(map.size);
  expect(kept?.calculatedSize).toBeGreaterThan(map.size * 1_000);
  expect(kept?.calculatedSize).toBeLessThanOrEqual(100_000);
});
