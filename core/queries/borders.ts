import type { estypes } from '@elastic/elasticsearch';
import type { CellOutline } from '../geo/cell.js';
import type { Point } from '../geo/point.js';
import { BY_POPULATION, type Query } from './names.js';

/** A point at most this far from a country is "nearby". */
const BORDER_ENLARGEMENT_METERS = 7_500;

/** Elasticsearch's distance to a border is wrong by up to the length of an edge, in the far north. */
const DISTANCE_TOLERANCE_METERS = 400;

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
 * @param cell a cell that holds the point. If it is given, the search also proves whether all points of
 * the cell have the same countries. They do if
 * - the countries within 7.5 km plus the cell's radius of its centre are those within 7.5 km minus
 *   that radius, so that no point of the cell has others nearby; and
 * - each of them holds the whole cell or does not touch it.
 */
export function countriesAt(point: Point, cell?: CellOutline) {
  const nearby = within(point, BORDER_ENLARGEMENT_METERS);
  // Without a cell, every hit is nearby.
  const { centre, margin, proof } = cell
    ? proofOf(cell, nearby)
    : { centre: point, margin: 0, proof: {} };
  return {
    query: {
      bool: {
        filter: [within(centre, BORDER_ENLARGEMENT_METERS + margin)],
        should: Object.entries({ inside: holding(point), ...proof }).map(([name, filter]) => ({
          constant_score: { filter, _name: name },
        })),
      },
    },
    sort: BY_POPULATION,
    size: MAX_COUNTRIES,
    _source: false,
  } satisfies estypes.SearchRequest;
}

function proofOf({ centre, radiusMeters, ring }: CellOutline, nearby: Query) {
  const margin = radiusMeters + DISTANCE_TOLERANCE_METERS;
  const cell = { type: 'polygon', coordinates: [ring] };
  const shape = (relation: estypes.GeoShapeRelation): Query => ({
    geo_shape: { border: { shape: cell, relation } },
  });
  const proof = {
    nearby,
    nearbyAll: within(centre, BORDER_ENLARGEMENT_METERS - margin),
    holdsAll: shape('contains'),
    touches: shape('intersects'),
  };
  return { centre, margin, proof };
}

/**
 * Reads the hits of `countriesAt`: first the countries that hold the point, then the nearby ones, each
 * by population. `isProven` is true if all points of the cell have the same ones.
 */
export function readCountriesAt(
  hits: readonly { _id: string; matched_queries?: readonly string[] }[],
  hasCell: boolean,
) {
  const inside: CountryAt[] = [];
  const nearby: CountryAt[] = [];
  let isProven = hasCell;
  for (const { _id: id, matched_queries: matched = [] } of hits) {
    const is = (name: string): boolean => matched.includes(name);
    const isNearby = is('nearby') || !hasCell;
    if (is('inside') && isNearby) inside.push({ id, isInside: true });
    else if (isNearby) nearby.push({ id, isInside: false });
    const isInsideAll = is('holdsAll');
    isProven &&= isInsideAll === is('touches') && isInsideAll === is('inside');
    isProven &&= is('nearbyAll') && is('nearby');
  }
  return { found: [...inside, ...nearby], isProven };
}

/** Returns the ids of the countries that hold a point. If there are none: of the nearby ones. */
export function decidingIds(found: readonly CountryAt[]): string[] {
  const inside = found.filter(({ isInside }) => isInside);
  return (inside.length > 0 ? inside : found).map(({ id }) => id);
}

function within({ latitude: lat, longitude: lon }: Point, meters: number): Query {
  return { geo_distance: { border: { lat, lon }, distance: `${meters}m` } };
}

function holding({ latitude, longitude }: Point): Query {
  const shape = { type: 'point', coordinates: [longitude, latitude] };
  return { geo_shape: { border: { shape } } };
}
