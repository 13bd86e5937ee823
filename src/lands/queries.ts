import type { SearchBody } from '../search/search.js';

/** Finds the groups of lands with these ids, in no order. */
export function findGroups(ids: readonly string[]): SearchBody {
  return {
    query: { bool: { filter: [{ ids: { values: [...ids] } }] } },
    sort: ['_doc'],
    size: ids.length,
  };
}

/** Counts the markers of these lands: one bucket for each land that has markers, its id is the key. */
export function countMarkers(landIds: readonly string[]): SearchBody {
  return {
    query: { bool: { filter: [{ terms: { land_id: [...landIds] } }] } },
    size: 0,
    aggs: {
      lands: {
        terms: {
          field: 'land_id',
          // A bucket for every land makes the counts exact on any number of shards.
          size: landIds.length,
          // Global ordinals would be built again after every write of a marker.
          execution_hint: 'map',
        },
      },
    },
  };
}
