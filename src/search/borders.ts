import type { estypes } from '@elastic/elasticsearch';
import type { CellOutline } from '../../core/geo/cell.js';
import type { Point } from '../../core/geo/point.js';
import { type Hit, LIGHT_HITS, type SearchBody } from './search.js';

/** A point at most this far from a country is "nearby". */
export const BORDER_ENLARGEMENT_METERS = 7_500;

/** Elasticsearch's distance to a border is wrong by up to the length of an edge, in the far north. */
const DISTANCE_TOLERANCE_METERS = 400;

/** More countries than there are in any one place. */
const MAX_COUNTRIES = LIGHT_HITS;

/** A country that holds a point or is nearby. */
export interface CountryAt {
  readonly id: string;
  /** True if the point is within its border. */
  readonly isInside: boolean;
}

/**
 * Returns the search for the countries that hold a point, with score 1, and those nearby, with score
 * 0. The distance to the exact border is used, so that the index needs no enlarged border.
 */
export function countriesAt(point: Point): SearchBody {
  return {
    query: {
      bool: {
        filter: [within(point, BORDER_ENLARGEMENT_METERS)],
        should: [{ constant_score: { filter: holding(point) } }],
      },
    },
    sort: [{ _score: { order: 'desc' } }, { population: 'desc' }, { id: 'asc' }],
    size: MAX_COUNTRIES,
    _source: false,
  };
}

/** Reads a hit of `countriesAt`. */
export function toCountryAt({ _id: id, _score: score }: Hit<unknown>): CountryAt {
  return { id, isInside: (score ?? 0) > 0 };
}

/**
 * Returns the search for the same countries that also proves whether they are the same at every
 * point of a cell. They are if
 * - the countries within 7.5 km plus the cell's radius of its centre are those within 7.5 km minus
 *   that radius, so that no point of the cell has others nearby; and
 * - each of them holds the whole cell or does not touch it.
 */
export function provingSearch(
  point: Point,
  { centre, radiusMeters, ring }: CellOutline,
): SearchBody {
  const margin = radiusMeters + DISTANCE_TOLERANCE_METERS;
  const cell = { type: 'polygon', coordinates: [ring] };
  const shape = (relation: estypes.GeoShapeRelation): estypes.QueryDslQueryContainer => ({
    geo_shape: { border: { shape: cell, relation } },
  });
  return {
    query: {
      bool: {
        filter: [within(centre, BORDER_ENLARGEMENT_METERS + margin)],
        should: Object.entries({
          inside: holding(point),
          nearby: within(point, BORDER_ENLARGEMENT_METERS),
          nearbyAll: within(centre, BORDER_ENLARGEMENT_METERS - margin),
          holdsAll: shape('contains'),
          touches: shape('intersects'),
        }).map(([name, filter]) => ({ constant_score: { filter, _name: name } })),
      },
    },
    sort: [{ population: 'desc' }, { id: 'asc' }],
    size: MAX_COUNTRIES,
    _source: false,
  };
}

/** The result of a proving search. */
export interface Proof {
  /** In the order of `countriesAt`. */
  readonly found: readonly CountryAt[];
  /** True if all points of the cell have the same countries inside and nearby. */
  readonly isProven: boolean;
}

/** Reads the hits of `provingSearch`. */
export function readProof(hits: readonly Hit<unknown>[]): Proof {
  const inside: CountryAt[] = [];
  const nearby: CountryAt[] = [];
  let isProven = true;
  for (const { _id: id, matched_queries: matched = [] } of hits) {
    const is = (name: string): boolean => matched.includes(name);
    if (is('inside') && is('nearby')) inside.push({ id, isInside: true });
    else if (is('nearby')) nearby.push({ id, isInside: false });
    const isInsideAll = is('holdsAll');
    isProven &&= isInsideAll === is('touches') && isInsideAll === is('inside');
    isProven &&= is('nearbyAll') && is('nearby');
  }
  return { found: [...inside, ...nearby], isProven };
}

function within(
  { latitude: lat, longitude: lon }: Point,
  meters: number,
): estypes.QueryDslQueryContainer {
  return { geo_distance: { border: { lat, lon }, distance: `${meters}m` } };
}

function holding({ latitude, longitude }: Point): estypes.QueryDslQueryContainer {
  const shape = { type: 'point', coordinates: [longitude, latitude] };
  return { geo_shape: { border: { shape } } };
}
