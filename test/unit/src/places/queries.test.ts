import { expect, test } from '@jest/globals';
import { places } from '../../../../indices/places.js';
import * as queries from '../../../../src/places/queries.js';

test('findByIds asks for all ids at once', () => {
  expect(queries.findByIds({ ids: ['a', 'B'] })).toEqual({
    query: { bool: { filter: [{ ids: { values: ['a', 'B'] } }] } },
    size: 2,
  });
});

test('findByLocation asks for one more than is answered, the most popular first', () => {
  const landIds = ['881fb46625fffff', '881fb46627fffff'];
  expect(queries.findByLocation(landIds)).toEqual({
    query: { bool: { filter: [{ terms: { land_id: landIds } }] } },
    sort: [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }],
    size: 10_001,
  });
  expect(places.settings.max_result_window).toBe(queries.MAX_PLACES + 1);
});
