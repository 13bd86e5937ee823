import { expect, test } from '@jest/globals';
import {
  generationIndex,
  isGenerationIndex,
  liveAlias,
  previousAlias,
} from '../../../../core/elasticsearch/names.js';

const begun = new Date('2026-11-21T10:45:00.123Z');

test('names of one resource', () => {
  expect(liveAlias('geo', 'cities')).toBe('geo-cities');
  expect(previousAlias('geo', 'cities')).toBe('geo-cities-previous');
  expect(generationIndex('geo', 'cities', begun)).toBe('geo-cities-g20261121t104500123');
});

test('generations sort by age', () => {
  const later = generationIndex('geo', 'cities', new Date(begun.getTime() + 1));
  expect(later > generationIndex('geo', 'cities', begun)).toBe(true);
});

test.each([
  ['geo-cities-g20261121t104500123', true],
  ['geo-cities', false],
  ['geo-cities-previous', false],
  ['geo-cities-g2026', false],
  ['geo-cities-g20261121t1045001234', false],
  ['geo-cities-eu-g20261121t104500123', false],
  ['geo-cities-g20261121t104500123-copy', false],
  ['my-geo-cities-g20261121t104500123', false],
  ['geo-places-g20261121t104500123', false],
])('%s is a generation of geo-cities: %s', (index, expected) => {
  expect(isGenerationIndex('geo', 'cities', index)).toBe(expected);
});

test('a prefix that continues another one has generations of its own', () => {
  const index = generationIndex('geo-cities', 'cities', begun);
  expect(isGenerationIndex('geo', 'cities', index)).toBe(false);
  expect(isGenerationIndex('geo-cities', 'cities', index)).toBe(true);
});
