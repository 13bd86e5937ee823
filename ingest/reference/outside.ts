import { countBy } from 'es-toolkit/array';
import { median } from 'es-toolkit/math';
import { fold } from '../../indices/fold.js';
import type { Point } from '../../core/geo/point.js';
import { geonamesRecords } from './geonames.js';
import { isOutside, nearestCity } from './nearCities.js';

/** A row that states a country. */
export interface LocatedRow extends Point {
  file: string;
  line: number;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  name?: string | undefined;
}

/** The rows that state a country. */
export interface RowsOfCountry {
  countryCode: string;
  rows: number;
  /** More than 25 km outside of it. */
  outside: number;
  /** The first ones outside, to find out why. */
  first: LocatedRow[];
}

/** Degrees by which moves differ that are one. */
const SAME_MOVE = 0.05;
const FEWEST_MOVED = 5;

/** True if a row lies in its country once its coordinates are changed in this way. */
const isBack = ({ countryCode }: LocatedRow, latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && isOutside(countryCode, { latitude, longitude }) === false;

const CAUSES: readonly { cause: string; explains: (row: LocatedRow) => boolean }[] = [
  { cause: 'coordinates seem to be missing, and written as 0', explains: (row) => row.latitude === 0 && row.longitude === 0 },
  { cause: 'the signs of latitudes seem to be lost', explains: (row) => isBack(row, -row.latitude, row.longitude) },
  { cause: 'the signs of longitudes seem to be lost', explains: (row) => isBack(row, row.latitude, -row.longitude) },
  { cause: 'the signs of latitudes and longitudes seem to be lost', explains: (row) => isBack(row, -row.latitude, -row.longitude) },
  { cause: 'latitude and longitude seem to be exchanged', explains: (row) => isBack(row, row.longitude, row.latitude) },
]; // prettier-ignore

/** Returns the likely cause of rows outside of their countries: one that explains most of them. */
export function causeOf(rows: readonly LocatedRow[]): string {
  const isMost = (count: number): boolean => count > rows.length / 2;
  const known = CAUSES.find(({ explains }) => isMost(rows.filter(explains).length))?.cause;
  const cause = known ?? moveOf(rows);
  if (cause !== undefined) return cause;
  const codes = countBy(rows, ({ countryCode, latitude, longitude }) =>
    [countryCode, nearestCity(latitude, longitude).city?.countryCode ?? 'no country'].join(' '),
  );
  const [stated, real] = Object.keys(codes).find((each) => isMost(codes[each] ?? 0))?.split(' ') ?? []; // prettier-ignore
  return stated === undefined || real === undefined
    ? 'the coordinates or the countries seem to be wrong'
    : `rows that state ${stated} lie in ${real}, so the column of countries seems to be wrong`;
}

/** Returns by how much all coordinates are moved, if that is the same for most rows that have the name of a built-in city. */
function moveOf(rows: readonly LocatedRow[]): string | undefined {
  const keyOf = (countryCode: string, name: string): string => `${countryCode} ${fold(name)}`;
  const wanted = new Map(rows.map((row) => [keyOf(row.countryCode, row.name ?? ''), row]));
  const moves = geonamesRecords().flatMap((city) => {
    const key = keyOf(city.countryCode, city.name);
    const row = wanted.get(key);
    // The most populous city of a name comes first.
    wanted.delete(key);
    return row === undefined
      ? []
      : [[row.latitude - city.latitude, row.longitude - city.longitude] as const];
  });
  if (moves.length < FEWEST_MOVED) return undefined;
  const [north, east] = [
    median(moves.map(([each]) => each)),
    median(moves.map(([, each]) => each)),
  ];
  const same = moves.filter(([one, other]) => Math.abs(one - north) < SAME_MOVE && Math.abs(other - east) < SAME_MOVE); // prettier-ignore
  if (same.length <= moves.length / 2) return undefined;
  return `coordinates seem to be moved by ${north.toFixed(2)}° of latitude and ${east.toFixed(2)}° of longitude`;
}
