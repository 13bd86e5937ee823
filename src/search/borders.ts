import type { estypes } from '@elastic/elasticsearch';
import type { CellOutline } from '../../core/geo/cell.js';
import type { Point } from '../../core/geo/point.js';
import { type Hit, LIGHT_HITS, type SearchBody } from './search.js';

/** Borders are enlarged by this: a point as near to a country, or nearer, is "nearby". */
export const BORDER_ENLARGEMENT_METERS = 7_500;

/**
 * As far as Elasticsearch's distance to a border may be off between two points: up to the length
 * of an edge of it, in the far north.
 */
const DISTANCE_TOLERANCE_METERS = 400;

/** More countries than there will ever be in one place; no more than a light search may find. */
const MOST = LIGHT_HITS;

/** A country that holds a point, or is nearby. */
export interface CountryAt {
  readonly id: string;
  /** True if it holds the point within its own border. */
  readonly isInside: boolean;
}

/**
 * Finds the countries that hold a point and those nearby, in one search. Countries whose own
 * border holds it have score 1 and come first; the nearby ones have score 0; each by population.
 *
 * The distance to the exact border is asked for, which needs no enlarged border in the index.
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
    size: MOST,
    _source: false,
  };
}

/** Reads a country that `countriesAt` found. */
export function toCountryAt({ _id: id, _score: score }: Hit<unknown>): CountryAt {
  return { id, isInside: (score ?? 0) > 0 };
}

/**
 * Finds the same, and whether it is so all over a cell around the point: when
 * - the countries within the enlargement and the cell's radius of its centre are those within the
 *   enlargement without that radius, so that no point of the cell has others nearby; and
 * - each of them holds the whole cell, or does not touch it, so that it holds all points or none.
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
    size: MOST,
    _source: false,
  };
}

/** What a proving search found. */
export interface Proof {
  /** The countries, as `countriesAt` orders them. */
  readonly found: readonly CountryAt[];
  /** True if all points of the cell have the same ones inside and nearby. */
  readonly isProven: boolean;
  /** True if the same countries hold all points of the cell, at least one, whatever is nearby. */
  readonly isHeld: boolean;
}

/** Reads what `provingSearch` found. */
export function readProof(hits: readonly Hit<unknown>[]): Proof {
  const inside: CountryAt[] = [];
  const nearby: CountryAt[] = [];
  let isProven = true;
  let isHeld = true;
  for (const { _id: id, matched_queries: matched = [] } of hits) {
    const is = (name: string): boolean => matched.includes(name);
    if (is('inside') && is('nearby')) inside.push({ id, isInside: true });
    else if (is('nearby')) nearby.push({ id, isInside: false });
    const isInsideAll = is('holdsAll');
    isHeld &&= isInsideAll === is('touches') && isInsideAll === is('inside');
    isProven &&= is('nearbyAll') && is('nearby');
  }
  return {
    found: [...inside, ...nearby],
    isProven: isProven && isHeld,
    isHeld: isHeld && inside.length > 0,
  };
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
