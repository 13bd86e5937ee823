import { once } from 'es-toolkit/function';
import { minBy } from 'es-toolkit/array';
import Flatbush from 'flatbush';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { builtInTable } from './builtInFile.js';
import { GEONAMES_FILE } from './geonames.js';

/** A built-in city, without what only its document needs. */
export interface CityPoint extends Point {
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  countryCode: string;
  population: number;
}

/** Candidates by degrees, of which the nearest by kilometres counts. */
const CANDIDATES = 6;

/** Returns all built-in cities, the most populous first. */
export const builtInPoints = once((): readonly CityPoint[] =>
  builtInTable(GEONAMES_FILE).map(([, , countryCode = '', , latitude, longitude, population]) => ({
    countryCode,
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(population),
  })),
);

const index = once(() => {
  const points = builtInPoints();
  const tree = new Flatbush(points.length);
  for (const { longitude, latitude } of points) tree.add(longitude, latitude, longitude, latitude);
  tree.finish();
  return tree;
});

/** Returns the built-in city nearest to a point, nearly always. There is none across ±180°. */
export function nearestCity(point: Point): { countryCode: string; km: number } | undefined {
  const near = index().neighbors(point.longitude, point.latitude, CANDIDATES);
  const cities = near.flatMap((at) => {
    const city = builtInPoints()[at];
    return city ? [{ countryCode: city.countryCode, km: distanceKm(point, city) }] : [];
  });
  return minBy(cities, ({ km }) => km);
}
