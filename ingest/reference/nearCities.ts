import { countBy, minBy } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import Flatbush from 'flatbush';
import { boxesAround } from '../../core/geo/box.js';
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../../core/geo/point.js';
import { type GeonamesRecord, geonamesRecords } from './geonames.js';

/** Candidates by degrees. The nearest of them by kilometres counts. */
const CANDIDATES = 6;
export const OUTSIDE_KM = 25;
/** Where cities are sparse, a border runs somewhere between them. */
const SPARSE = 2;
/** Farther from all of its cities nothing of a country is expected, and a search takes long. */
const FARTHEST_KM = 500;
/** Two points of one cell of this many to a degree, or of two with a common edge, are at most 25 km apart. */
const CELLS_PER_DEGREE = 10;
const COLUMNS = 360 * CELLS_PER_DEGREE + 1;
const ROWS = 180 * CELLS_PER_DEGREE + 1;
/** From a cell to itself, and to those with a common edge. */
const BESIDE = [0, 1, -1, COLUMNS, -COLUMNS];

const index = once(() => {
  const cities = geonamesRecords();
  const tree = new Flatbush(cities.length);
  const countries = new Map<string, number>();
  const cells = new Set<number>();
  for (const { longitude, latitude, countryCode } of cities) {
    tree.add(longitude, latitude, longitude, latitude);
    const country = countries.get(countryCode) ?? countries.size;
    countries.set(countryCode, country);
    cells.add(cellOf(country, latitude, longitude));
  }
  tree.finish();
  return { cities, tree, countries, cells, counts: countBy(cities, (city) => city.countryCode) };
});

/** Returns the number of a cell of degrees, of one country. */
function cellOf(country: number, latitude: number, longitude: number): number {
  const row = Math.floor((latitude + 90) * CELLS_PER_DEGREE);
  return (country * ROWS + row) * COLUMNS + Math.floor((longitude + 180) * CELLS_PER_DEGREE);
}

/** Returns the number of built-in cities of a country. */
export function countCities(countryCode: string): number {
  return index().counts[countryCode] ?? 0;
}

/** Returns the built-in city that is nearest to a point, nearly always, and its distance. */
export function nearestCity(
  latitude: number,
  longitude: number,
): { city?: GeonamesRecord; km: number } {
  if (Math.abs(latitude) > 90) return { km: Infinity };
  const { cities, tree } = index();
  const found = tree.neighbors(longitude, latitude, CANDIDATES).flatMap((at) => cities[at] ?? []);
  const near = found.map((city) => ({ city, km: distanceKm({ latitude, longitude }, city) }));
  return minBy(near, ({ km }) => km) ?? { km: Infinity };
}

/**
 * Judges by the built-in cities whether a point lies more than 25 km outside of a country: it does if the nearest city
 * is one of another country, and the nearest one of this country is twice as far, and 25 km more. So no border is
 * needed, and islands, exclaves and disputed land belong to the country of their cities.
 * @returns undefined if no built-in city is in the country
 */
export function isOutside(countryCode: string, point: Point): boolean | undefined {
  const { cities, tree, countries, cells } = index();
  const country = countries.get(countryCode);
  if (country === undefined) return undefined;
  const { latitude, longitude } = point;
  // Fast, and right for most rows.
  const cell = cellOf(country, latitude, longitude);
  if (BESIDE.some((step) => cells.has(cell + step))) return false;
  const { city, km } = nearestCity(latitude, longitude);
  if (city?.countryCode === countryCode) return false;
  const reachKm = Math.min(OUTSIDE_KM + SPARSE * km, FARTHEST_KM);
  const circle = { centre: point, radiusRadians: reachKm / EARTH_RADIUS_KM };
  const isNear = (at: number): boolean => {
    const other = cities[at];
    return other?.countryCode === countryCode && distanceKm(point, other) <= reachKm;
  };
  return boxesAround(circle).every(
    ({ west, south, east, north }) => tree.search(west, south, east, north, isNear).length === 0,
  );
}
