import { describe, expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../indices/languages.js';
import { builtInNames } from '../../../../ingest/cities/builtIn.js';
import { faultOf, toDocument } from '../../../../ingest/cities/document.js';
import type { CityRow } from '../../../../ingest/cities/row.js';
import { readFileCities } from '../../../support/geonames.js';

const row: CityRow = {
  line: 7,
  sourceId: '2988507',
  countryCode: 'FR',
  name: 'Paris',
  names: { ru: 'Париж' },
  regionName: 'Île-de-France',
  population: 2_138_551,
  latitude: 48.85341,
  longitude: 2.3488,
  capital: true,
};

describe('toDocument', () => {
  test('keeps what the source knows', () => {
    const document = toDocument(row, { id: 'FRA_Paris', countryId: 'FRA', primary: true });
    expect(document).toMatchObject({
      id: 'FRA_Paris',
      source_id: '2988507',
      country_id: 'FRA',
      name: 'Paris',
      names: { ru: 'Париж' },
      region_name: 'Île-de-France',
      population: 2_138_551,
      primary: true,
      location: [2.3488, 48.85341],
    });
  });

  test('stores null, zero or nothing for what the source does not know', () => {
    const { line, sourceId, countryCode, name, latitude, longitude } = row;
    const bare = { line, sourceId, countryCode, name, latitude, longitude };
    expect(toDocument(bare, { id: 'FRA_Paris', countryId: 'FRA', primary: false })).toMatchObject({
      names: {},
      region_name: null,
      region_names: {},
      population: 0,
      time_zone: null,
    });
  });

  test('leaves out names that could never be found, and stores each prefix once', () => {
    const names = { de: '-', fr: 'PARIS', ru: 'Париж', uk: 'париж' };
    const document = toDocument({ ...row, names }, { id: 'x', countryId: 'FRA', primary: true });
    expect(document.names).toEqual({ fr: 'PARIS', ru: 'Париж', uk: 'париж' });
    expect(document.folded).toEqual({ default: 'paris', ru: 'париж', uk: 'париж', any: ['париж'] });
  });
});

describe('faultOf', () => {
  test('finds nothing wrong with a sound row', () => {
    expect(faultOf(row, 'FRA')).toBeUndefined();
  });

  test.each<[string, Partial<CityRow>]>([
    ['name', { name: ' ' }],
    ['source id', { sourceId: '' }],
    ['latitude', { latitude: 90.1 }],
    ['latitude', { latitude: Number.NaN }],
    ['longitude', { longitude: -180.5 }],
    ['population', { population: -1 }],
    ['population', { population: 1.5 }],
  ])('names a faulty %s', (what, change) => {
    expect(faultOf({ ...row, ...change }, 'FRA')).toContain(what);
  });

  test('names an unknown country code', () => {
    expect(faultOf({ ...row, countryCode: 'ZZ' }, undefined)).toContain('ZZ');
  });
});

describe('the built-in names', () => {
  const names = builtInNames();

  const cities = readFileCities();

  test('there are names for 26,313 cities, of which 26,191 are built in', () => {
    expect(names.size).toBe(26_313);
    expect(cities.filter(({ id }) => names.has(id))).toHaveLength(26_191);
  });

  test('each in the language of its column', () => {
    expect(names.get('2643743')).toMatchObject({
      en: 'London',
      fr: 'Londres',
      ru: 'Лондон',
      ja: 'ロンドン',
      el: 'Λονδίνο',
    });
    expect(Object.keys(names.get('10570') ?? {})).toEqual(['en', 'fa']);
    expect(names.get('1526273')).toMatchObject({ en: 'Astana', ru: 'Астана', hu: 'Asztana' });
    expect(names.get('1278994')?.en).toBe('Prayagraj');
  });

  // As `ingest/data/README.md` says, of the cities of 100,000 people and more.
  const COVERAGE: Partial<Record<Language, number>> = {
  en: 81, ru: 64, zh: 60, ja: 58, ar: 56, fa: 56, ko: 56, de: 55, uk: 54, fr: 53, nl: 53,
  es: 52, pt: 52, pl: 52, sv: 52, he: 51, it: 50, id: 50, hi: 49, el: 49, tr: 49, bn: 49, hu: 49,
  vi: 49, fi: 22, th: 17, cs: 17, ro: 14, da: 13, nb: 8,
}; // prettier-ignore

  test.each(LANGUAGES)('as many large cities have a name in %s as its README says', (language) => {
    const large = cities.filter(({ population }) => population >= 100_000);
    const named = large.filter(({ id }) => names.get(id)?.[language] !== undefined);
    const percent = (100 * named.length) / large.length;
    expect(Math.abs(percent - (COVERAGE[language] ?? NaN))).toBeLessThanOrEqual(1);
  });
});
