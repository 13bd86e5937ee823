import { expect, test } from '@jest/globals';
import {
  median,
  percentile,
  seededRandom,
  shuffled,
  weighted,
} from '../../../../tools/bench/statistics.js';

test('a median of an even number of values is the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
});

test('a percentile lies between the two closest ranks', () => {
  const values = Array.from({ length: 101 }, (_, value) => 100 - value);
  expect(percentile(values, 99)).toBe(99);
  expect(percentile([1, 2], 75)).toBe(1.75);
  expect(() => percentile([], 50)).toThrow('no values');
});

test('what weighs more is picked as much more often, what weighs nothing never', () => {
  const items = ['none', 'one', 'never', 'three', 'nor'];
  const weights = new Map([
    ['one', 1],
    ['three', 3],
  ]);
  const draw = weighted(items, (item) => weights.get(item) ?? 0);
  const random = seededRandom(1);
  const counts = new Map<string, number>();
  for (let drawn = 0; drawn < 40_000; drawn += 1) {
    const item = draw(random);
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['one', 'three']);
  expect((counts.get('three') ?? 0) / (counts.get('one') ?? 1)).toBeCloseTo(3, 0);
  expect(draw(() => 0)).toBe('one');
  expect(draw(() => 1 - Number.EPSILON)).toBe('three');
  expect(() => weighted(items, () => 0)).toThrow('nothing to pick');
});

test('a shuffle keeps all items, in the same order for the same seed', () => {
  const items = Array.from({ length: 1_000 }, (_, item) => item);
  const first = shuffled(seededRandom(7), items);
  expect(first).toEqual(shuffled(seededRandom(7), items));
  expect(first).not.toEqual(shuffled(seededRandom(8), items));
  expect(first).not.toEqual(items);
  expect([...first].sort((a, b) => a - b)).toEqual(items);
});
