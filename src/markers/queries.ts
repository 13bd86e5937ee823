import type { BuiltState, MarkerDocument } from '../../indices/markers.js';
import { NO_MARKER, STALE_SEASON } from '../errors.js';
import { MAX_LISTED } from '../lookups/answers.js';
import type { Expectation, SearchBody } from '../search/search.js';
import type { FindByRadius } from './params.js';

/** The markers of an answer within `SMALL_RADIUS_METERS`. */
const USUAL_MARKERS = 250;
/** Within this radius an answer is about as large as a game shows at once. */
const SMALL_RADIUS_METERS = 5_000;

/**
 * Finds the markers around a point, the nearest first: one more than an answer holds, which shows that
 * there are more. Elasticsearch measures great circles on a sphere with the mean radius of the earth,
 * and stores positions to about a centimetre.
 */
export function findByRadius({ point, radiusMeters }: FindByRadius): SearchBody {
  const location = { lat: point.latitude, lon: point.longitude };
  return {
    query: { bool: { filter: [{ geo_distance: { location, distance: `${radiusMeters}m` } }] } },
    sort: [{ _geo_distance: { location, order: 'asc', unit: 'm' } }, { id: 'asc' }],
    size: MAX_LISTED + 1,
  };
}

/** Returns `short` for a radius that usually holds few markers. */
export function expectationOf({ radiusMeters }: FindByRadius): Expectation {
  return radiusMeters <= SMALL_RADIUS_METERS ? 'short' : 'long';
}

/** Estimates the number of markers in an answer, which grows with the area. */
export function usualCount({ radiusMeters }: FindByRadius): number {
  return Math.min(MAX_LISTED, USUAL_MARKERS * (radiusMeters / SMALL_RADIUS_METERS) ** 2);
}

/** Returns the state of a marker in the season of its last build; undefined if it is not built. */
export function builtState({ season, icon, skin }: MarkerDocument): BuiltState | undefined {
  const isBuilt = typeof season === 'number' && typeof icon === 'number';
  return isBuilt ? { season, icon, skin: skin ?? '' } : undefined;
}

/**
 * Returns the marker as it is after a build.
 * @throws {ApiError} 404 if there is no marker, 409 if it was built in a newer season
 */
export function build(marker: MarkerDocument | undefined, state: BuiltState): MarkerDocument {
  if (marker === undefined) throw NO_MARKER;
  const before = builtState(marker);
  if (before !== undefined && before.season > state.season) throw STALE_SEASON;
  return { ...marker, ...state };
}

/**
 * Returns the marker without its built state.
 * @throws {ApiError} 404 if there is no marker
 */
export function clear(marker: MarkerDocument | undefined): MarkerDocument {
  if (marker === undefined) throw NO_MARKER;
  const { id, land_id, location } = marker;
  return { id, land_id, location };
}
