import { expect, test } from '@jest/globals';
import { countryIdsOf } from '../../../../ingest/lands/area.js';

test('codes are taken in any case, each once, in order', () => {
  expect(countryIdsOf(['lux', 'AND', 'Lux', 'XKX'])).toEqual(['AND', 'LUX', 'XKX']);
});

test('unknown codes are listed, all at once', () => {
  expect(() => countryIdsOf(['LUX', 'ZZZ', 'FR', 'AND'])).toThrow(/no country FR, ZZZ\. Give/);
});

test('no country at all is an error', () => {
  expect(() => countryIdsOf([])).toThrow(/No countries are given/);
});

test('ALL alone stands for all countries', () => {
  const all = countryIdsOf('ALL');
  expect(all).toHaveLength(250);
  expect(countryIdsOf(['all'])).toEqual(all);
  expect(() => countryIdsOf(['ALL', 'FRA'])).toThrow(/no country ALL\..*or ALL alone/);
});
