import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { groupBy } from 'es-toolkit/array';
import { builtInFile } from '../../../../ingest/reference/builtInFile.js';
import { Coordinates } from '../../../../ingest/reference/coordinates.js';
import { geonamesRecords } from '../../../../ingest/reference/geonames.js';

interface Row {
  latitude: number;
  longitude: number;
  country?: string | undefined;
}

const places = gunzipSync(readFileSync(builtInFile('places.ndjson.gz'))).toString().trim().split('\n').map((line) => JSON.parse(line) as Row); // prettier-ignore
const byCountry = groupBy(places, ({ country = '' }) => country);

function doubtsOf(rows: readonly Row[], isStating = false): string[] {
  const coordinates = new Coordinates();
  rows.forEach(({ latitude, longitude, country }, at) => {
    const countryCode = isStating ? country : undefined;
    coordinates.add({ file: 'own.csv', line: at + 1, latitude, longitude, countryCode });
  });
  return coordinates.doubts();
}

const exchanged = ({ latitude, longitude, country }: Row): Row => ({ latitude: longitude, longitude: latitude, country }); // prettier-ignore
const EXCHANGED =
  /^own\.csv: latitude and longitude seem to be exchanged: \d+ of \d+ compared rows /;

describe('places without countries', () => {
  test('of all countries are plausible, also airports and others alone', () => {
    const kinds = groupBy(places, (row) => `${row.country ?? ''} ${(row as { category?: string }).category ?? ''}`); // prettier-ignore
    const groups = [...Object.values(byCountry), ...Object.values(kinds), places];
    expect(groups.flatMap((rows) => doubtsOf(rows))).toEqual([]);
  });

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
  test('are plausible, also those that only a few cities are near', () => {
    const cities = geonamesRecords().map((city) => ({ ...city, country: city.countryCode }));
    const groups = Object.values(groupBy(cities, ({ country }) => country));
    expect(groups.flatMap((rows) => doubtsOf(rows.slice(0, 500), true))).toEqual([]);
    expect(doubtsOf(places, true)).toEqual([]);
  });

  test.each(['FR', 'ET', 'SA', 'IR', 'OM'])('of %s are not, once exchanged', (country) => {
    const rows = (byCountry[country] ?? []).map(exchanged);
    expect(doubtsOf(rows, true)).toEqual([expect.stringMatching(EXCHANGED)]);
  });

  test('of other countries are not', () => {
    const rows = (byCountry.FR ?? []).slice(0, 20).map((row) => ({ ...row, country: 'DE' }));
    expect(doubtsOf(rows, true)).toEqual([
      'own.csv: only 0 of 20 compared rows are nearest to a city of the country that they state; correct the coordinates or the countries',
    ]);
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
