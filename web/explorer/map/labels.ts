import { point as pointFeature } from '@turf/helpers';
import type { Feature, Point as PointGeometry } from 'geojson';
import type { CountryLabel } from '../../atlas/labels.js';
import type { City, Country } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import { distanceKm, positionOf } from './geometry.js';

type Label = Feature<PointGeometry, { name: string; rank: number; order: number }>;

/** The least score of each rank. Lower scores have the last rank. */
const COUNTRY_SCORES = [9.6, 8.75, 8.2, 7.2] as const;
/** The fewest inhabitants of each rank. Capitals are one rank higher. */
const CITY_POPULATIONS = [5e6, 1e6, 3e5, 1e5] as const;

const MOST_POPULOUS = 1e9;

/** The zooms from which names are shown, by rank. */
export const COUNTRY_ZOOMS = [0, 1.5, 2.7, 3.7, 4.7] as const;
export const CITY_ZOOMS = [2.9, 4, 5.2, 6.2, 7] as const;

/** Names farther than this from the middle of the globe would reach beyond its edge. */
const IN_SIGHT_KM = 7_000;

/**
 * Returns the names of countries. Large and populous countries take precedence.
 * @param centre the middle of the globe, if its edge is in view
 */
export function nameFeatures(
  labels: readonly CountryLabel[],
  countries: readonly Country[],
  centre?: Point,
): Label[] {
  const known = new Map(countries.map((country) => [country.id, country]));
  return labels.flatMap(({ id, point, squareKm }) => {
    const country = known.get(id);
    const [longitude, latitude] = point;
    if (country === undefined) return [];
    if (centre && distanceKm(centre, { latitude, longitude }) > IN_SIGHT_KM) return [];
    const score = Math.log10(squareKm + 1) + Math.log10(country.population + 1) / 2;
    const rank = rankIn(COUNTRY_SCORES, score);
    return pointFeature([...point], { name: country.name, rank, order: -score });
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
): Label[] {
  const firstIds = new Set(first.map(({ id }) => id));
  const unique = new Map([...first, ...cities].map((city) => [city.id, city]));
  return [...unique.values()].flatMap(({ id, name, latlng, population }) => {
    if (latlng === null) return [];
    const position = positionOf(latlng);
    if (firstIds.has(id))
      return pointFeature(position, { name, rank: 0, order: -MOST_POPULOUS - population });
    const rank = rankIn(CITY_POPULATIONS, population) - (capitals.has(id) ? 1 : 0);
    return pointFeature(position, { name, rank: Math.max(0, rank), order: -population });
  });
}

/** Returns the position of the first limit that is reached, else the number of limits. */
function rankIn(limits: readonly number[], value: number): number {
  const rank = limits.findIndex((limit) => value >= limit);
  return rank === -1 ? limits.length : rank;
}
