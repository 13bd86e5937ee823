import { expect, test } from '@jest/globals';
import { EarlierRows } from '../../../../ingest/cities/merge.js';
import type { CityRow } from '../../../../ingest/cities/row.js';

const bare: CityRow = {
  line: 9,
  sourceId: '1',
  countryCode: 'FR',
  name: 'Paris',
  latitude: 48,
  longitude: 2,
};
const whole: CityRow = {
  ...bare,
  line: 1,
  latitude: 47,
  names: { it: 'Parigi', de: 'Paris', pl: 'Paryż' },
  regionName: 'Île-de-France',
  regionNames: { de: 'Großraum Paris' },
  population: 2_000_000,
  timeZone: 'Europe/Paris',
  capital: true,
};

function completed(row: CityRow, ...earlier: CityRow[]): CityRow {
  const rows = new EarlierRows();
  for (const each of earlier) rows.add(each);
  return rows.complete(row);
}

test('a city has the fields of earlier sources that the later one lacks', () => {
  const { names, regionName, regionNames, population, timeZone } = whole;
  const kept = { names, regionName, regionNames, population, timeZone };
  expect(completed(bare, whole)).toEqual({ ...bare, ...kept });
  expect(completed(bare, whole, bare)).toEqual({ ...bare, ...kept });
  expect(completed({ ...bare, sourceId: '2' }, whole)).toEqual({ ...bare, sourceId: '2' });
});

test('a value of the later source wins, name by name', () => {
  const later = { ...bare, names: { de: 'Paris/Seine' }, population: 0, timeZone: 'Etc/UTC' };
  expect(completed(later, whole)).toMatchObject({
    names: { it: 'Parigi', de: 'Paris/Seine', pl: 'Paryż' },
    population: 0,
    timeZone: 'Etc/UTC',
  });
});

test('names of a region stay with it only', () => {
  expect(completed({ ...bare, regionName: 'Elsewhere' }, whole)).toMatchObject({
    regionName: 'Elsewhere',
    regionNames: {},
  });
  const same = { ...bare, regionName: 'Île-de-France', regionNames: { nl: 'Parijs' } };
  expect(completed(same, whole).regionNames).toEqual({ de: 'Großraum Paris', nl: 'Parijs' });
});
