import { minBy } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
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
const NOWHERE = { countryCode: '', km: Infinity };

/** Returns all built-in cities, the most populous first. */
export const builtInPoints = once((): readonly CityPoint[] =>
  builtInTable(GEONAMES_FILE).map(([, , countryCode = '', , ...numbers]) => {
    const [latitude = NaN, longitude = NaN, population = NaN] = numbers.map(Number);
    return { countryCode, latitude, longitude, population };
  }),
);

const index = once(() => {
  const points = builtInPoints();
  const tree = new Flatbush(points.length);
  for (const { longitude, latitude } of points) tree.add(longitude, latitude, longitude, latitude);
  tree.finish();
  return tree;
});

/** Returns the country of the built-in city that is nearest to a point, nearly always, and its distance. */
export function nearestCity(latitude: number, longitude: number): typeof NOWHERE {
  if (Math.abs(latitude) > 90) return NOWHERE;
  const cities = index()
    .neighbors(longitude, latitude, CANDIDATES)
    .flatMap((at) => builtInPoints()[at] ?? [])
    .map((city) => ({ ...city, km: distanceKm({ latitude, longitude }, city) }));
  return minBy(cities, ({ km }) => km) ?? NOWHERE;
}
