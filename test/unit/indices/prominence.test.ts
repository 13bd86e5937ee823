import { expect, test } from '@jest/globals';
import { cityProminence, countryProminence, populationOnly } from '../../../indices/prominence.js';

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
