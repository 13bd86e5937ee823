import { describe, expect, test } from '@jest/globals';
import type { CityReject, CityRow, CitySource } from '../../../../ingest/cities/row.js';
import { EarlierRows, severalCities } from '../../../../ingest/cities/several.js';

describe('several sources', () => {
  const city = (sourceId: string, name: string, latitude: number, more: object = {}): CityRow => ({
    line: 1,
    sourceId,
    countryCode: 'FR',
    name,
    latitude,
    longitude: 2,
    population: 1,
    capital: false,
    ...more,
  });
  const sourceOf = (file: string, rows: CityRow[], more: Partial<CitySource> = {}): CitySource => ({
    file,
    version: '1',
    expectedRows: rows.length,
    rows: () => rows,
    ...more,
  });
  const geonames = (...rows: CityRow[]): CitySource =>
    sourceOf('cities500.zip', rows, { geonames: true });
  const brief = async (...sources: CitySource[]): Promise<unknown> => {
    const rows: (CityRow | CityReject)[] = [];
    for await (const row of severalCities(sources).rows()) rows.push(row);
    return rows.map((row) => ('reason' in row ? row : [row.sourceId, row.rank, row.file]));
  };

  test('one after the other; a city of GeoNames in another source is that city', async () => {
    const first = geonames(
      city('1', 'Saint-Rémy', 45),
      city('2', 'Saint Remy', 45.05),
      city('3', 'Saint-Rémy', 46),
      city('4', 'Saint-Rémy', 45.01, { countryCode: 'IT' }),
    );
    const own = sourceOf('own.csv', [
      city('own-7', 'SAINT-REMY', 45.04),
      city('own-8', 'Saint-Remy', 45.06),
      city('own-9', 'Elsewhere', 45),
      city('own-10', 'Saint-Rémy', 46.1),
    ]);
    expect(await brief(first, own)).toEqual([
      ['1', 0, 'cities500.zip'],
      ['2', 0, 'cities500.zip'],
      ['3', 0, 'cities500.zip'],
      ['4', 0, 'cities500.zip'],
      // The closest pair of all that are within 10 km, and none of those twice.
      ['2', 1, 'own.csv'],
      ['own-8', 1, 'own.csv'],
      ['own-9', 1, 'own.csv'],
      ['own-10', 1, 'own.csv'],
    ]);
    expect(severalCities([first, own])).toMatchObject({
      file: 'cities500.zip, own.csv',
      expectedRows: 8,
    });
  });

  test('one source is itself', () => {
    const only = geonames(city('1', 'A', 1));
    expect(severalCities([only])).toBe(only);
  });
});

describe('merged rows', () => {
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
    expect(completed({ ...bare, regionName: 'Elsewhere' }, whole).regionNames).toEqual({});
    const same = { ...bare, regionName: 'Île-de-France', regionNames: { nl: 'Parijs' } };
    expect(completed(same, whole).regionNames).toEqual({ de: 'Großraum Paris', nl: 'Parijs' });
  });
});
