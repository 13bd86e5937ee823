import { expect, test } from '@jest/globals';
import { primaryCities, type Sized } from '../../../../ingest/cities/primary.js';

const cities: Sized[] = [
  { sourceId: 'capital', countryId: 'FRA', population: 5, capital: true },
  { sourceId: 'large', countryId: 'FRA', population: 100_000, capital: false },
  { sourceId: 'largest', countryId: 'FRA', population: 200_000, capital: false },
  { sourceId: 'almost large', countryId: 'FRA', population: 99_999, capital: false },
  { sourceId: 'small but largest', countryId: 'TUV', population: 50, capital: false },
  { sourceId: 'smaller', countryId: 'TUV', population: 40, capital: false },
  {
    sourceId: 'largest of a country not primary',
    countryId: 'REU',
    population: 60,
    capital: false,
  },
];

test('primary are capitals, large cities, and the largest city of every primary country', () => {
  expect([...primaryCities(cities, new Set(['FRA', 'TUV']), 100_000)].sort()).toEqual([
    'capital',
    'large',
    'largest',
    'small but largest',
  ]);
});

test('the size that makes a city primary is a setting', () => {
  const primary = primaryCities(cities, new Set(['FRA']), 99_999);
  expect(primary.has('almost large')).toBe(true);
  expect(primary.has('small but largest')).toBe(false);
});
