import type { estypes } from '@elastic/elasticsearch';
import type { Point } from '../geo/point.js';
import type { Query } from './names.js';

/**
 * Finds the city of these countries that is closest to the point by great-circle distance. A
 * `distance_feature` skips cities that cannot be the closest; sorting by `_geo_distance` would not.
 */
export function closestCity(
  countryIds: readonly string[],
  { latitude, longitude }: Point,
  primaryOnly: boolean,
) {
  const origin: [number, number] = [longitude, latitude];
  return {
    query: {
      bool: {
        filter: [{ terms: { country_id: [...countryIds] } }, ...primary(primaryOnly)],
        should: [{ distance_feature: { field: 'location', origin, pivot: '1km' } }],
      },
    },
    size: 1,
  } satisfies estypes.SearchRequest;
}

/** Matches primary documents only, or all. */
export function primary(only: boolean): Query[] {
  return only ? [{ term: { primary: true } }] : [];
}

/** Matches the documents in some lands. */
export function inLands(lands: readonly string[]): Query {
  return { terms: { land_id: [...lands] } };
}
