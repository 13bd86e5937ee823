import type { Query } from '../../core/queries/names.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { boxesAround } from '../../core/geo/box.js';
import { distanceKm, EARTH_RADIUS_KM, type Point, pointOf } from '../../core/geo/point.js';
import { MAX_LISTED } from '../lookups/answers.js';
import type { SearchBody } from '../search/search.js';
import type { FindByRadius } from './params.js';

/** The markers of an answer within `SMALL_RADIUS_METERS`. */
const USUAL_MARKERS = 250;
/** Within this radius an answer is about as large as a game shows at once. */
export const SMALL_RADIUS_METERS = 5_000;
/** More builds than a circle holds: all markers of an answer may be built, and many may have vanished. */
const ALL_BUILDS = 100_000;
/** Elasticsearch stores positions to about a centimetre. */
export const ROUNDING_METERS = 0.1;

/**
 * Finds the markers around a point, the nearest first: one more than an answer holds, which shows that
 * there are more. Elasticsearch measures great circles on a sphere with the mean radius of the earth.
 */
export function findByRadius({ point, radiusMeters }: FindByRadius): SearchBody {
  const location = { lat: point.latitude, lon: point.longitude };
  return {
    query: { bool: { filter: [inCircle(point, radiusMeters)] } },
    sort: [{ _geo_distance: { location, order: 'asc', unit: 'm' } }, { id: 'asc' }],
    size: MAX_LISTED + 1,
  };
}

/** Finds the markers in the boxes around a circle, in no order. */
export function findAround(circle: Around, size: number): SearchBody {
  return { query: anyOf(inBoxes(circle)), sort: ['_doc'], size };
}

/** A lookup that wants to know what is built. */
export interface Wanted {
  readonly circle: FindByRadius;
  /** The markers within the radius, the nearest first. */
  readonly nearest: readonly MarkerDocument[];
  /** Returns the ids of these markers. */
  readonly ids: () => ReadonlySet<string>;
}

/**
 * Finds the builds that some lookups show: the builds of their markers, wherever they were built, and the builds
 * within the radius, whose place may have vanished. Sorted by id. The result also has builds of the other lookups, and
 * builds in the corners of the boxes.
 */
export function findBuilds(wanted: readonly Omit<Wanted, 'ids'>[], size = ALL_BUILDS): SearchBody {
  const seasons = [...new Set(wanted.map(({ circle }) => circle.season))];
  const values = wanted.flatMap(({ nearest }) => nearest.slice(0, MAX_LISTED).map(({ id }) => id));
  const theirs = [{ ids: { values: [...new Set(values)] } }, ...wanted.flatMap(boxesOf)];
  return {
    query: { bool: { filter: [{ terms: { season: seasons } }, anyOf(theirs)] } },
    sort: ['id'],
    size,
  };
}

/** Nothing farther than the first marker that is left out can be shown. */
function boxesOf({ circle: { point, radiusMeters }, nearest }: Omit<Wanted, 'ids'>): Query[] {
  const beyond = nearest[MAX_LISTED];
  if (beyond === undefined) return inBoxes({ point, radiusMeters });
  return inBoxes({ point, radiusMeters: 1_000 * distanceKm(point, pointOf(beyond.location)) });
}

/** Estimates the number of markers in an answer, which grows with the area. */
export function usualCount({ radiusMeters }: FindByRadius): number {
  return Math.min(MAX_LISTED, USUAL_MARKERS * (radiusMeters / SMALL_RADIUS_METERS) ** 2);
}

type Around = Pick<FindByRadius, 'point' | 'radiusMeters'>;

/** Matches the boxes around a circle, which takes Elasticsearch a fifth of the time of the circle. */
function inBoxes({ point, radiusMeters }: Around): Query[] {
  const radiusRadians = (radiusMeters + ROUNDING_METERS) / (1_000 * EARTH_RADIUS_KM);
  return boxesAround({ centre: point, radiusRadians }).map(({ west, south, east, north }) => ({
    geo_bounding_box: { location: { left: west, bottom: south, right: east, top: north } },
  }));
}

function anyOf(should: readonly Query[]): Query {
  return { bool: { should: [...should], minimum_should_match: 1 } };
}

function inCircle({ latitude, longitude }: Point, radiusMeters: number): Query {
  const location = { lat: latitude, lon: longitude };
  return { geo_distance: { location, distance: `${radiusMeters}m` } };
}
