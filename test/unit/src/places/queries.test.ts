import { describe, expect, test } from '@jest/globals';
import { places } from '../../../../indices/places.js';
import { landIdsOf } from '../../../../src/parameters/landsAround.js';
import * as queries from '../../../../src/places/queries.js';

test('findByIds asks for all ids at once', () => {
  expect(queries.findByIds({ ids: ['a', 'B'] })).toEqual({
    query: { bool: { filter: [{ ids: { values: ['a', 'B'] } }] } },
    size: 2,
  });
});

describe('findByLocation', () => {
  const around = { centreId: '881fb46625fffff', rings: 1 };
  const inLands = { terms: { land_id: landIdsOf(around) } };

  test('asks for one more than is answered, the most popular first', () => {
    expect(queries.findByLocation({ ...around, categories: undefined })).toEqual({
      query: { bool: { filter: [inLands] } },
      sort: [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }],
      size: 10_001,
    });
    expect(places.settings.max_result_window).toBe(queries.MAX_PLACES + 1);
  });

  test('asks for the categories that are wanted, by a field that is indexed', () => {
    const categories = ['airport', 'port'];
    expect(queries.findByLocation({ ...around, categories }).query).toEqual({
      bool: { filter: [inLands, { terms: { category: categories } }] },
    });
    expect(places.mappings.properties?.category).not.toHaveProperty('index');
  });
});
