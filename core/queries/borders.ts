import type { estypes } from '@elastic/elasticsearch';
import { partition } from 'es-toolkit/array';
import type { Point } from '../geo/point.js';
import { BY_POPULATION, type Query } from './names.js';

/** A point at most this far from a country is "nearby". */
export const NEARBY_METERS = 7_500;

/** More countries than there are in any one place, and few enough for a light search. */
const MAX_COUNTRIES = 50;

/** A country that holds a point or is nearby. */
export interface CountryAt {
  readonly id: string;
  /** True if the point is within its border. */
  readonly isInside: boolean;
}

/**
 * Returns the search for the countries that hold a point, and those nearby. The distance to the exact
 * border is used, so that the index needs no enlarged border.
 */
export function countriesAt(point: Point) {
  return {
    query: {
      bool: {
        filter: [within(point)],
        should: [{ constant_score: { filter: holding(point), _name: 'inside' } }],
      },
    },
    sort: BY_POPULATION,
    size: MAX_COUNTRIES,
    _source: false,
  } satisfies estypes.SearchRequest;
}

/** Reads the hits of `countriesAt`: first the countries that hold the point, then the nearby ones, each by population. */
export function readCountriesAt(
  hits: readonly { _id: string; matched_queries?: readonly string[] }[],
): CountryAt[] {
  const found = hits.map(({ _id: id, matched_queries: matched = [] }) => ({
    id,
    isInside: matched.includes('inside'),
  }));
  return partition(found, ({ isInside }) => isInside).flat();
}

/** Returns the ids of the countries that hold a point. If there are none: of the nearby ones. */
export function decidingIds(found: readonly CountryAt[]): string[] {
  const inside = found.filter(({ isInside }) => isInside);
  return (inside.length > 0 ? inside : found).map(({ id }) => id);
}

function within({ latitude: lat, longitude: lon }: Point): Query {
  return { geo_distance: { border: { lat, lon }, distance: `${NEARBY_METERS}m` } };
}

function holding({ latitude, longitude }: Point): Query {
  const shape = { type: 'point', coordinates: [longitude, latitude] };
  return { geo_shape: { border: { shape } } };
}
