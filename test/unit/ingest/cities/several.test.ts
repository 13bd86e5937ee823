import { expect, test } from '@jest/globals';
import type { CityRow, CitySource, KeptField } from '../../../../ingest/cities/row.js';
import { EarlierRows, severalCities } from '../../../../ingest/cities/several.js';
import { rowsOf } from './rowsOf.js';

const city = (sourceId: string, name: string, latitude: number, more: object = {}): CityRow => ({
  ...{ line: 1, sourceId, countryCode: 'FR', name, latitude, longitude: 2, population: 1 },
  ...more,
});

test('a city of GeoNames in another source is the same city', async () => {
  const rows = [
    city('1', 'Saint-Rémy', 45),
    city('2', 'Saint Remy', 45.05),
    city('3', 'Saint-Rémy', 46),
    city('4', 'Saint-Rémy', 45.01, { countryCode: 'IT' }),
    city('5', 'Saint-Rémy', 44.99),
  ];
  const first: CitySource = {
    ...{ file: 'cities500.zip', expectedRows: 5, geonames: true, rows: () => rows },
  };
  const others = [
    city('own-6', 'Saint-Rémy', 45.05, { longitude: 362 }),
    city('own-7', 'SAINT-REMY', 45.04),
    city('own-8', 'Saint-Remy', 45.06),
    city('own-9', 'Elsewhere', 45),
    city('own-10', 'Saint-Rémy', 46.1),
  ];
  const own: CitySource = { file: 'own.csv', expectedRows: 5, rows: () => others };
  const both = severalCities([first, own]);
  expect(both).toMatchObject({ file: 'cities500.zip, own.csv', expectedRows: 10 });
  const ids = (await rowsOf(both)).map((row) =>
    'reason' in row ? row : [row.sourceId, row.rank, row.file],
  );
  const geonames = ['1', '2', '3', '4', '5'].map((id) => [id, 0, 'cities500.zip']);
  // The closest of all pairs within 10 km, and no city of GeoNames twice.
  const same = ['own-6', '2', 'own-8', 'own-9', 'own-10'].map((id) => [id, 1, 'own.csv']);
  expect(ids).toEqual([...geonames, ...same]);
  expect(severalCities([first])).toBe(first);
});

test.each([
  [
    [true, true, false],
    [2, 2, 3],
  ],
  [
    [false, true],
    [3, 3],
  ],
  [
    [false, false],
    [2, 2],
  ],
])('sources of which GeoNames are %j are read %j times', async (kinds, times) => {
  const read = kinds.map(() => 0);
  const sources = kinds.map((isGeonames, at): CitySource => ({
    file: `${at}`,
    ...(isGeonames && { geonames: true }),
    *rows() {
      read[at] = (read[at] ?? 0) + 1;
      yield city(isGeonames ? `${at}` : `own-${at}`, 'Saint-Rémy', 45);
    },
  }));
  const ids = (await rowsOf(severalCities(sources))).map(
    (row) => 'sourceId' in row && row.sourceId,
  );
  expect(read).toEqual(times);
  expect(ids.includes(`own-${kinds.length - 1}`)).toBe(!kinds.includes(true));
});

const bare = city('1', 'Paris', 48);
const whole: CityRow = {
  ...{ ...bare, names: { it: 'Parigi', de: 'Paris', pl: 'Paryż' }, timeZone: 'Europe/Paris' },
  ...{ regionName: 'Île-de-France', regionNames: { de: 'Großraum Paris' }, capital: true },
  ...{ aliases: ['Lutetia', 'Paname'], regionCodes: ['IDF'] },
};

test('a later row leaves the fields that it keeps as they were, if they were known', () => {
  const earlier = new EarlierRows();
  earlier.add({ ...whole, population: 5 });
  const later: CityRow = {
    ...city('1', 'Lutetia', 49, { longitude: 3, population: 7, timeZone: 'Etc/UTC' }),
    ...{ names: { de: 'X', nl: 'Parijs' }, regionName: 'Elsewhere', regionCodes: ['EW'] },
  };
  const completed = (...keep: KeptField[]) => earlier.complete({ ...later, keep });
  expect(completed()).toMatchObject({ name: 'Lutetia', latitude: 49, population: 7, regionCodes: ['EW'] }); // prettier-ignore
  expect(completed('name', 'population')).toMatchObject({ name: 'Paris', population: 5, latitude: 49 }); // prettier-ignore
  expect(completed('location')).toMatchObject({ name: 'Lutetia', latitude: 48, longitude: 2 });
  expect(completed('names').names).toEqual({ ...whole.names, nl: 'Parijs' });
  expect(completed('timeZone').timeZone).toBe('Europe/Paris');
  const { regionName, regionNames, regionCodes } = completed('region');
  expect([regionName, regionNames, regionCodes]).toEqual(['Île-de-France', whole.regionNames, ['IDF']]); // prettier-ignore
  const unknown = new EarlierRows();
  unknown.add(bare);
  const known = unknown.complete({ ...later, keep: ['region', 'timeZone'] });
  expect(known).toMatchObject({ regionName: 'Elsewhere', timeZone: 'Etc/UTC' });
  const coded = new EarlierRows();
  coded.add({ ...bare, regionCodes: [] });
  expect(coded.complete({ ...later, keep: ['region'] })).toMatchObject({ regionName: 'Elsewhere', regionCodes: ['EW'] }); // prettier-ignore
});

test.each([
  [{}, {}],
  [
    { names: { de: 'Paris/Seine' }, population: 0, timeZone: 'Etc/UTC' },
    { names: { ...whole.names, de: 'Paris/Seine' } },
  ],
  [{ regionName: 'Elsewhere' }, { regionNames: {}, regionCodes: undefined }],
  [{ regionName: 'Elsewhere', regionCodes: ['EW'] }, { regionNames: {} }],
  [
    { regionName: 'Île-de-France', regionNames: { nl: 'Parijs' } },
    { regionNames: { de: 'Großraum Paris', nl: 'Parijs' } },
  ],
  [{ aliases: [] }, { aliases: ['Lutetia', 'Paname'] }],
  [{ aliases: ['Paname', 'Panam'] }, { aliases: ['Lutetia', 'Paname', 'Panam'] }],
])('a later row with %j gets what it lacks of earlier rows', (later, merged) => {
  const { names, regionName, regionNames, timeZone, aliases, regionCodes, capital } = whole;
  const earlier = new EarlierRows();
  for (const row of [whole, bare]) earlier.add(row);
  const known = { names, regionName, regionNames, timeZone, aliases, regionCodes, capital };
  expect(earlier.complete({ ...bare, ...later })).toEqual({
    ...bare,
    ...known,
    ...later,
    ...merged,
  });
  expect(earlier.complete(city('2', 'B', 1))).toEqual(city('2', 'B', 1));
});
