import { expect, test } from '@jest/globals';
import { seededRandom } from '../../../../../tools/bench/statistics.js';
import { again, closeTo, rewritten, take } from '../../../../../tools/bench/traffic/repeats.js';
import { findByName } from '../../../../../src/cities/params.js';
import { distanceMeters } from '../../../../support/distance.js';

test('what is taken is gone, and the rest is left', () => {
  const items = again([1, 2, 3]);
  expect([...take(items, 4)]).toEqual([1, 2, 3, 1]);
  expect([...take(items, 2)]).toEqual([2, 3]);
  expect([...take([5].values(), 3)]).toEqual([5]);
});

test('queries that mean the same are never written alike', () => {
  const tokens = ['par', 'saint d', '東京'];
  const all = [...rewritten(tokens, 10, seededRandom(1))];
  expect(all).toHaveLength(tokens.length * 26 * 26 * 6);
  expect(new Set(all).size).toBe(all.length);
  for (const [position, query] of all.entries()) {
    if (position % 97 > 2) continue;
    expect(
      findByName.read(Object.fromEntries(new URLSearchParams(query)), new Map()),
    ).toMatchObject({
      token: tokens[position % tokens.length],
      language: 'en',
      limit: 10,
    });
  }
});

test('points close to others are new ones', () => {
  const centre = { latitude: 48.85, longitude: 2.35 };
  const points = [...take(closeTo([centre], seededRandom(1)), 1_000)];
  for (const point of points) expect(distanceMeters(centre, point)).toBeLessThan(160);
  const sent = points.map((point) => `${point.latitude.toFixed(6)} ${point.longitude.toFixed(6)}`);
  expect(new Set(sent).size).toBeGreaterThan(998);
});
