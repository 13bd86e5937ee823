import { expect, test } from '@jest/globals';
import { generationIndex, isGenerationIndex, previousAlias } from '../../../../core/elasticsearch/names.js'; // prettier-ignore

const begun = new Date('2026-11-21T10:45:00.123Z');

test('names sort by age, and tell the resource', () => {
  expect(previousAlias('geo', 'cities')).toBe('geo-cities-previous');
  expect(generationIndex('geo', 'cities', begun)).toBe('geo-cities-g20261121t104500123');
});

test.each([
  ['geo-cities-g20261121t104500123', true],
  ['geo-cities', false],
  ['geo-cities-previous', false],
  ['geo-cities-g20261121t1045001234', false],
  ['geo-cities-cities-g20261121t104500123', false],
  ['geo-cities-g20261121t104500123-copy', false],
  ['my-geo-cities-g20261121t104500123', false],
  ['geo-places-g20261121t104500123', false],
])('%s is a generation of geo-cities: %s', (index, expected) => {
  expect(isGenerationIndex('geo', 'cities', index)).toBe(expected);
});
