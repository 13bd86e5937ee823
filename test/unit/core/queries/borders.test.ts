import { describe, expect, test } from '@jest/globals';
import { countriesAt, decidingIds, readCountriesAt } from '../../../../core/queries/borders.js';

const POINT = { latitude: 47.26, longitude: 9.6 };

test('the search reads the countries within 7.5 km, and which of them hold the point', () => {
  const { query, _source, sort } = countriesAt(POINT);
  const shape = { type: 'point', coordinates: [POINT.longitude, POINT.latitude] };
  expect(query.bool).toEqual({
    filter: [{ geo_distance: { border: { lat: 47.26, lon: 9.6 }, distance: '7500m' } }],
    should: [{ constant_score: { filter: { geo_shape: { border: { shape } } }, _name: 'inside' } }],
  });
  expect(_source).toBe(false);
  expect(JSON.stringify(sort)).toContain('population');
});

describe('the hits of the search', () => {
  const hits = [{ _id: 'AUT' }, { _id: 'CHE', matched_queries: ['inside'] }, { _id: 'LIE', matched_queries: [] }]; // prettier-ignore

  test('are the countries that hold the point, then the nearby ones, each in their order', () => {
    expect(readCountriesAt(hits)).toEqual([
      { id: 'CHE', isInside: true },
      { id: 'AUT', isInside: false },
      { id: 'LIE', isInside: false },
    ]);
    expect(readCountriesAt([])).toEqual([]);
  });

  test('decide by the countries that hold the point; if there are none, by the nearby ones', () => {
    expect(decidingIds(readCountriesAt(hits))).toEqual(['CHE']);
    expect(decidingIds(readCountriesAt(hits.filter(({ _id }) => _id !== 'CHE')))).toEqual(['AUT', 'LIE']); // prettier-ignore
    expect(decidingIds([])).toEqual([]);
  });
});
