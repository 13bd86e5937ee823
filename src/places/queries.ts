import { landIdsOf } from '../parameters/location.js';
import type { SearchBody } from '../search/search.js';
import type { FindByIds, FindByLocation } from './params.js';

/** The most places of one answer. */
export const MAX_PLACES = 10_000;

export function findByIds({ ids }: FindByIds): SearchBody {
  return {
    query: { bool: { filter: [{ ids: { values: ids } }] } },
    size: ids.length,
  };
}

/** Finds the places of these lands, the most popular first: one more than an answer holds. */
export function findByLocation({ categories, ...around }: FindByLocation): SearchBody {
  return {
    query: {
      bool: {
        filter: [
          { terms: { land_id: landIdsOf(around) } },
          ...(categories === undefined ? [] : [{ terms: { category: categories } }]),
        ],
      },
    },
    sort: [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }],
    size: MAX_PLACES + 1,
  };
}
