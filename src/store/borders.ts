import type { estypes } from '@elastic/elasticsearch';
import type { Point } from '../../geo/point.js';
import type { Hit, SearchBody } from './search.js';

/** Borders are enlarged by this: a point as near to a country, or nearer, is "nearby". */
export const BORDER_ENLARGEMENT_METERS = 7_500;

/** More countries than there will ever be in one place. */
const ALL = 100;

/**
 * Finds the countries that hold a point and those nearby, in one search. Countries whose own
 * border holds it have score 1 and come first; the nearby ones have score 0; each by population.
 *
 * The distance to the exact border is asked for, which needs no enlarged border in the index.
 */
export function countriesAt(
  { latitude: lat, longitude: lon }: Point,
  filters: estypes.QueryDslQueryContainer[],
  fields: string[] | false,
): SearchBody {
  const distance = `${BORDER_ENLARGEMENT_METERS}m`;
  const point = { type: 'point', coordinates: [lon, lat] };
  const inside = { constant_score: { filter: { geo_shape: { border: { shape: point } } } } };
  return {
    query: {
      bool: {
        filter: [{ geo_distance: { border: { lat, lon }, distance } }, ...filters],
        should: [inside],
      },
    },
    sort: [{ _score: { order: 'desc' } }, { population: 'desc' }, { id: 'asc' }],
    size: ALL,
    _source: fields,
  };
}

/** Tells whether a country found by `countriesAt` holds the point within its own border. */
export function isInside(hit: Hit<unknown>): boolean {
  return (hit._score ?? 0) > 0;
}
