import { minBy } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import Flatbush from 'flatbush';
import { distanceKm } from '../../core/geo/point.js';
import { geonamesRecords } from './geonames.js';

/** Candidates by degrees. The nearest of them by kilometres counts. */
const CANDIDATES = 6;
const NOWHERE = { countryCode: '', km: Infinity };

const index = once(() => {
  const points = geonamesRecords();
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
    .flatMap((at) => geonamesRecords()[at] ?? [])
    .map((city) => ({ ...city, km: distanceKm({ latitude, longitude }, city) }));
  return minBy(cities, ({ km }) => km) ?? NOWHERE;
}
