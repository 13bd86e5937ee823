import { expect, test } from '@jest/globals';
import * as queries from '../../../../src/lands/queries.js';

const IDS = ['841fb47ffffffff', '8439623ffffffff'];

test('findGroups asks for all at once, unranked', () => {
  expect(queries.findGroups(IDS)).toEqual({
    query: { bool: { filter: [{ ids: { values: IDS } }] } },
    sort: ['_doc'],
    size: 2,
  });
});

test('countMarkers has room for a count of every land, and reads no marker', () => {
  expect(queries.countMarkers(IDS)).toEqual({
    query: { bool: { filter: [{ terms: { land_id: IDS } }] } },
    size: 0,
    aggs: { lands: { terms: { field: 'land_id', size: 2, execution_hint: 'map' } } },
  });
});
