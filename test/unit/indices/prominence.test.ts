import { expect, test } from '@jest/globals';
import {
  cityProminence,
  countryProminence,
  populationOnly,
  regionProminence,
} from '../../../indices/prominence.js';

test('more inhabitants, more names and being a capital make a city more prominent', () => {
  const city = cityProminence(1e5, 10, false);
  expect(cityProminence(1e6, 10, false)).toBeCloseTo(city + 1, 3);
  expect(cityProminence(1e5, 20, false)).toBeGreaterThan(city);
  expect(cityProminence(1e5, 10, true)).toBeGreaterThan(city);
});

test('a city of one name has the prominence of a city of its population with the median number of names', () => {
  expect(cityProminence(1e6, 1, false)).toBeCloseTo(cityProminence(1e6, 33, false), 1);
  expect(cityProminence(1e4, 1, false)).toBeCloseTo(cityProminence(1e4, 3, false), 0);
});

test('the fallback of earlier versions is never more than what is stored', () => {
  for (const population of [0, 1, 1e3, 2e7]) {
    for (const names of [1, 2, 50])
      expect(cityProminence(population, names, false)).toBeGreaterThan(populationOnly(population));
    expect(countryProminence(population)).toBeGreaterThan(populationOnly(population));
  }
});

// The bench of searches has tuned these weights.
test.each([
  ['a city with 9 names', cityProminence(999_999, 9, false), 6 + 1.8],
  ['a capital with 9 names', cityProminence(999_999, 9, true), 6 + 1.8 + 0.6],
  ['a city with two names', cityProminence(999_999, 2, false), 6 + 1.8 * Math.log10(3)],
  ['a small city with one name', cityProminence(99, 1, false), 2 + 1.8 * Math.log10(2)],
  ['a large city with one name', cityProminence(72_900 ** 2 / 900, 1, false), Math.log10(1 + 2_430 ** 2) + 1.8 * Math.log10(82)],
  ['a country', countryProminence(999_999), 6 + 1.6],
  ['a region with 9 names', regionProminence(999_999, 9), 6 + 1.2],
  ['a population of an earlier version', populationOnly(999_999), 6],
])('the prominence of %s', (_, prominence, expected) => {
  expect(prominence).toBeCloseTo(expected, 9);
}); // prettier-ignore
