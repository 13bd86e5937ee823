import type { Expectation, SearchBody } from '../search/search.js';
import type { FindByRadius } from './params.js';

/** As many markers as one answer has at most. */
export const MAX_MARKERS = 10_000;

/** Up to here an answer is as large as a game shows at once. */
const SMALL_RADIUS_METERS = 5_000;

/**
 * The markers around a point, the nearest first: one more than are answered, which tells whether
 * there are more. Elasticsearch measures great circles on a sphere with the mean radius of the
 * earth, and knows positions to about a centimetre.
 */
export function findByRadius({ point, radiusMeters }: FindByRadius): SearchBody {
  const location = { lat: point.latitude, lon: point.longitude };
  return {
    query: { bool: { filter: [{ geo_distance: { location, distance: `${radiusMeters}m` } }] } },
    sort: [{ _geo_distance: { location, order: 'asc', unit: 'm' } }, { id: 'asc' }],
    size: MAX_MARKERS + 1,
  };
}

/** Tells whether a lookup usually finds few markers. */
export function expectationOf({ radiusMeters }: FindByRadius): Expectation {
  return radiusMeters <= SMALL_RADIUS_METERS ? 'short' : 'long';
}
