import { point as pointFeature } from '@turf/helpers';
import type { Feature, Point as PointGeometry } from 'geojson';
import type { CountryLabel } from '../../atlas/labels.js';
import type { City, Country } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import { positionOf } from './geometry.js';

/** The properties of a name or dot on the map that can be opened. */
export type Thing =
  | { readonly kind: 'country'; readonly id: string; readonly name: string; readonly population: number }
  | ({ readonly kind: 'city'; readonly name: string; readonly population: number } & Point)
  | ({ readonly kind: 'place'; readonly name: string } & Point); // prettier-ignore

interface Placing {
  readonly rank: number;
  readonly order: number;
  /** True if the name is placed before the names of countries. */
  readonly leads: boolean;
}
type Label = Feature<PointGeometry, Thing & Placing>;

/** The least score of each rank. Lower scores have the last rank. */
const COUNTRY_SCORES = [9.6, 8.75, 8.2, 7.2] as const;
/** The fewest inhabitants of each rank. Capitals are one rank higher. */
const CITY_POPULATIONS = [5e6, 3e6, 1e6, 3e5, 1e5] as const;
/** The rank of the capitals with fewer inhabitants than all of these. */
export const SMALL_CAPITALS = 4;

const MOST_POPULOUS = 1e9;

/** The zooms from which names are shown, by rank. */
export const COUNTRY_ZOOMS = [0, 1.5, 2.7, 3.7, 4.7] as const;
export const CITY_ZOOMS = [0, 2.9, 4, 5.2, 6.2, 7] as const;

/** True if a name at a point does not reach beyond the edge of the globe. */
export type IsInSight = (point: Point, name: string) => boolean;

/** Long names have several lines. */
const CHARACTERS_OF_LINE = 12;

/** Returns about how far a name reaches from its place, in pixels. */
export function reachOf(name: string): number {
  return 12 + 4 * Math.min(name.length, CHARACTERS_OF_LINE);
}

/** Returns the names of countries. Large and populous countries take precedence. */
export function nameFeatures(
  labels: readonly CountryLabel[],
  countries: readonly Country[],
  isInSight: IsInSight = () => true,
): Label[] {
  const known = new Map(countries.map((country) => [country.id, country]));
  return labels.flatMap(({ id, point, squareKm }) => {
    const country = known.get(id);
    const [longitude, latitude] = point;
    if (country === undefined || !isInSight({ latitude, longitude }, country.name)) return [];
    const { name, population } = country;
    const score = Math.log10(squareKm + 1) + Math.log10(population + 1) / 2;
    const placing = { rank: rankIn(COUNTRY_SCORES, score), order: -score, leads: false };
    return pointFeature([...point], { kind: 'country', id, name, population, ...placing });
  });
}

/**
 * Returns the names of cities, each once. Populous cities take precedence.
 * @param first come before them
 */
export function cityFeatures(
  first: readonly City[],
  cities: readonly City[],
  capitals: ReadonlySet<string>,
  isInSight: IsInSight = () => true,
): Label[] {
  const firstIds = new Set(first.map(({ id }) => id));
  const unique = new Map([...first, ...cities].map((city) => [city.id, city]));
  return [...unique.values()].flatMap(({ id, name, latlng, population }) => {
    if (latlng === null || !isInSight(latlng, name)) return [];
    const isFirst = firstIds.has(id);
    const isCapital = capitals.has(id);
    const rank = Math.max(0, rankIn(CITY_POPULATIONS, population) - (isCapital ? 1 : 0));
    const order = -population - (isFirst ? MOST_POPULOUS : 0);
    const placing = { rank: isFirst ? 0 : rank, order, leads: isFirst || isCapital };
    return pointFeature(positionOf(latlng), { kind: 'city', name, population, ...latlng, ...placing });
  });
} // prettier-ignore

/** Returns the position of the first limit that is reached, else the number of limits. */
function rankIn(limits: readonly number[], value: number): number {
  const rank = limits.findIndex((limit) => value >= limit);
  return rank === -1 ? limits.length : rank;
}
