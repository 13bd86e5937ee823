import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { groupBy } from 'es-toolkit/array';
import { outsideMeasures } from '../../../../ingest/generations/checks/outside.js';
import { builtInFile } from '../../../../ingest/reference/builtInFile.js';
import { Coordinates } from '../../../../ingest/reference/coordinates.js';
import { geonamesRecords } from '../../../../ingest/reference/geonames.js';

interface Row {
  latitude: number;
  longitude: number;
  country?: string | undefined;
  name?: string;
}

const places = gunzipSync(readFileSync(builtInFile('places.ndjson.gz'))).toString().trim().split('\n').map((line) => JSON.parse(line) as Row); // prettier-ignore
const byCountry = groupBy(places, ({ country = '' }) => country);

function coordinatesOf(rows: readonly Row[], isStating: boolean): Coordinates {
  const coordinates = new Coordinates();
  rows.forEach(({ country, ...row }, at) => {
    const countryCode = isStating ? country : undefined;
    coordinates.add({ file: 'own.csv', line: at + 1, ...row, countryCode });
  });
  return coordinates;
}

const doubtsOf = (rows: readonly Row[]) => coordinatesOf(rows, false).doubts();
const outsideOf = (rows: readonly Row[]) =>
  outsideMeasures('cities', coordinatesOf(rows, true).outside(), 0.03, 1 / 3).flatMap(({ complaint }) => complaint ?? []); // prettier-ignore

const exchanged = (row: Row): Row => ({ ...row, latitude: row.longitude, longitude: row.latitude });
const EXCHANGED =
  /^own\.csv: latitude and longitude seem to be exchanged: \d+ of \d+ compared rows /;

describe('places without countries', () => {
  test('of all countries are plausible, also airports and others alone', () => {
    const kinds = groupBy(places, (row) => `${row.country ?? ''} ${(row as { category?: string }).category ?? ''}`); // prettier-ignore
    const groups = [...Object.values(byCountry), ...Object.values(kinds), places];
    expect(groups.flatMap((rows) => doubtsOf(rows))).toEqual([]);
  }, 60_000);

  test.each(['FR', 'DE', 'IT', 'PL', 'GB', 'ES', 'NL', 'UA', 'IN', 'US', 'BR', 'ZA'])(
    'of %s are not, once exchanged',
    (country) => {
      const rows = (byCountry[country] ?? []).filter((row) => Math.abs(row.longitude) <= 90);
      if (rows.length < 30) throw new Error(`too few places of ${country}`);
      expect(doubtsOf(rows.map(exchanged))).toEqual([expect.stringMatching(EXCHANGED)]);
    },
  );

  test('are compared by file, and a few say nothing', () => {
    const [few = [], many = []] = [byCountry.FR?.slice(0, 29), byCountry.FR?.slice(0, 60)];
    expect(doubtsOf(few.map(exchanged))).toEqual([]);
    const coordinates = new Coordinates();
    places.forEach((row, at) => { coordinates.add({ ...row, file: 'right.csv', line: at }); }); // prettier-ignore
    many.map(exchanged).forEach((row, at) => { coordinates.add({ ...row, file: 'wrong.csv', line: at }); }); // prettier-ignore
    expect(coordinates.doubts()).toEqual([expect.stringMatching(/^wrong\.csv: /)]);
  });
});

describe('rows with countries', () => {
  const cities = geonamesRecords().map((city) => ({ ...city, country: city.countryCode }));
  const citiesOf = (...countries: string[]): Row[] => cities.filter(({ country }) => countries.includes(country)); // prettier-ignore
  const every = (nth: number): Row[] => cities.filter((_, at) => at % nth === 0);

  test('are in their country: all built-in cities and places, and few of one country', () => {
    const groups = Object.values(groupBy(cities, ({ country }) => country));
    expect(groups.flatMap((rows) => outsideOf(rows))).toEqual([]);
    expect(outsideOf(places)).toEqual([]);
  });

  const state = (country: string) => (row: Row) => ({ ...row, country });
  const move = (north: number, east: number) => (row: Row) => ({ ...row, latitude: row.latitude + north, longitude: row.longitude + east }); // prettier-ignore
  const atZero = (row: Row): Row => ({ ...row, latitude: 0, longitude: 0 });
  const ofPart = (change: (row: Row) => Row) => (row: Row, at: number) => at % 2 === 0 ? change(row) : row; // prettier-ignore
  test.each<[string, Row[], (row: Row, at: number) => Row, RegExp]>([
    ['lost signs of latitude', every(20), (row) => ({ ...row, latitude: Math.abs(row.latitude) }), /^the signs of latitudes seem to be lost: 838 of 8501 rows of own\.csv lie more than 25 km outside of the country that they state \(9\.86 %, at most 3 % may\): BR \d+ of \d+, AU 181 of 181, PE \d+ of \d+; for example (own\.csv:\d+ \(..?, -?[\d.]+, -?[\d.]+\)(; |\. )){5}If the data is right, set checks\.cities\.outside /],
    ['lost signs of longitude', every(20), (row) => ({ ...row, longitude: Math.abs(row.longitude) }), /^the signs of longitudes seem to be lost: 2\d\d\d of 8501 /],
    ['other signs of both', citiesOf('BR'), (row) => ({ ...row, latitude: -row.latitude, longitude: -row.longitude }), /^the signs of latitudes and longitudes seem to be lost: /],
    ['exchanged', citiesOf('ET', 'OM'), exchanged, /^latitude and longitude seem to be exchanged: /],
    ['a tenth exchanged', every(20), (row, at) => (at % 10 === 0 ? exchanged(row) : row), /^latitude and longitude seem to be exchanged: /],
    ['moved', citiesOf('CH', 'CZ', 'NL'), move(1.5, 0), /^coordinates seem to be moved by 1\.50° of latitude and 0\.00° of longitude: /],
    ['no coordinates', citiesOf('KE'), ofPart(atZero), /^coordinates seem to be missing, and written as 0: /],
    ['AT as AU', citiesOf('AT', 'AU').map((row) => (row.country === 'AT' ? state('AU')(row) : row)), (row) => row, /^rows that state AU lie in AT, so the column of countries seems to be wrong: /],
    ['a neighbour', citiesOf('BE'), state('NL'), /^rows that state NL lie in BE, /],
    ['half of a country', [...every(20), ...citiesOf('LU')], (row, at) => row.country === 'LU' && at % 2 === 0 ? move(0, 20)(row) : row, /: \d+ of \d+ rows of LU lie .* \(\d\d(\.\d+)? %, at most 33\.33 % may\): LU /],
  ])('that have %s are refused', (_, rows, change, message) => {
    expect(outsideOf(rows.map(change))).toEqual([expect.stringMatching(message)]);
  }); // prettier-ignore

  test('may be elsewhere if they are few', () => {
    const few = citiesOf('LU').slice(0, 40).map((row, at) => (at < 4 ? move(0, 20)(row) : row)); // prettier-ignore
    const some = every(20).map((row, at) => (at % 40 === 0 ? exchanged(row) : row));
    expect([...outsideOf(few), ...outsideOf(some)]).toEqual([]);
  });
});

test('rows at 0°, 0° are counted', () => {
  const coordinates = new Coordinates();
  for (const line of [3, 4]) coordinates.add({ file: 'a.csv', line, latitude: 0, longitude: 0 });
  expect(coordinates.warnings()).toEqual([expect.stringMatching(/^warning: 2 rows lie at 0°, 0° .* the first of them a\.csv:3: /)]); // prettier-ignore
  expect(coordinates.doubts()).toEqual([]);
  for (let line = 5; line < 30; line += 1) coordinates.add({ file: 'b.csv', line, latitude: 0, longitude: 0 }); // prettier-ignore
  expect(coordinates.doubts()).toEqual(['27 of 27 rows lie at 0°, 0°']);
});
