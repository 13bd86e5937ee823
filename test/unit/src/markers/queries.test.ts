import { expect, test } from '@jest/globals';
import { findByRadius } from '../../../../src/markers/queries.js';

test('findByRadius asks for one marker more than is answered, the nearest first', () => {
  const point = { latitude: 48.5, longitude: -7.25 };
  expect(findByRadius({ point, radiusMeters: 1500.5, season: 7 })).toEqual({
    query: {
      bool: {
        filter: [{ geo_distance: { location: { lat: 48.5, lon: -7.25 }, distance: '1500.5m' } }],
      },
    },
    sort: [
      { _geo_distance: { location: { lat: 48.5, lon: -7.25 }, order: 'asc', unit: 'm' } },
      { id: 'asc' },
    ],
    size: 10_001,
  });
});
