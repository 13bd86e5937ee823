import type { SearchBody } from '../search/search.js';

/** The groups of lands with these ids, in no order. */
export function findGroups(ids: readonly string[]): SearchBody {
  return {
    query: { bool: { filter: [{ ids: { values: [...ids] } }] } },
    // As they lie in the index: nothing has to be ranked.
    sort: ['_doc'],
    size: ids.length,
  };
}

/**
 * Counts the markers in each of these lands: a bucket for every land that has some, its key is
 * the id of the land.
 */
export function countMarkers(landIds: readonly string[]): SearchBody {
  return {
    query: { bool: { filter: [{ terms: { land_id: [...landIds] } }] } },
    size: 0,
    aggs: {
      lands: {
        terms: {
          field: 'land_id',
          // Room for every land, which makes the counts exact on any number of shards.
          size: landIds.length,
          // Global ordinals would be built anew after every write of a marker.
          execution_hint: 'map',
        },
      },
    },
  };
}
