import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../../indices/languages.js';
import * as cities from '../../../../src/cities/params.js';
import * as countries from '../../../../src/countries/params.js';
import { landCentre } from '../../../../core/geo/land.js';
import { faultsOf, read } from './readings.js';

const LAND = '881fb46625fffff';

describe('lat and lng', () => {
  const at = (lat: string, lng: string): string => `lat=${lat}&lng=${lng}`;

  test.each([
    ['0', '0', 0, 0],
    ['-90', '-180', -90, -180],
    ['90', '180', 90, 180],
    ['90.0', '-180.000', 90, -180],
    ['048.50', '-0', 48.5, 0],
    [`48.${'1'.repeat(60)}`, '2', 48.111111111111114, 2],
  ])('%s, %s', (lat, lng, latitude, longitude) => {
    const { point } = read(countries.findByLocation, at(lat, lng));
    expect(point).toEqual({ latitude, longitude });
  });

  test.each([
    '', '%20', '1e1', '1E1', '0x10', '0b1', '%2B1', '+1', '1%20', '.5', '5.', '--1', '-', '1,5',
    '1_0', 'NaN', 'Infinity', '-Infinity', 'null', 'ten', '٣', '1.2.3', '1%00', '90.0000001',
    '-90.0000001', '9'.repeat(400),
  ])('lat=%s is a fault', (lat) => {
    expect(Object.keys(faultsOf(countries.findByLocation, at(lat, '0')))).toEqual(['lat']);
  }); // prettier-ignore

  test.each(['180.0000001', '-180.0000001', '360', '', '1e1'])('lng=%s is a fault', (lng) => {
    expect(Object.keys(faultsOf(cities.findByLocation, at('0', lng)))).toEqual(['lng']);
  });
});

describe('land_id', () => {
  test.each([LAND, LAND.toUpperCase()])('%s stands for the centre of its cell', (land) => {
    expect(read(cities.findByLocation, `land_id=${land}`).point).toEqual(landCentre(LAND));
  });

  test.each([
    ['another resolution', '871fb4662ffffff'],
    ['another resolution', '891fb466247ffff'],
    ['no cell', '88fffffffffffff'],
    ['empty', ''],
    ['a blank', `${LAND}%20`],
    ['a leading zero', `0${LAND}`],
  ])('%s is a fault: %s', (_, land) => {
    expect(faultsOf(cities.findByLocation, `land_id=${land}`)).toHaveProperty('land_id');
  });
});

describe('a location is one way to say where', () => {
  test.each([
    ['none', '', ['land_id']],
    ['half a pair', 'lat=1', ['lng']],
    ['the other half', 'lng=1', ['lat']],
    ['both kinds', `land_id=${LAND}&lat=1&lng=1`, ['land_id']],
    ['a land and a half', `land_id=${LAND}&lng=1`, ['lat', 'land_id']],
    ['a land and an empty pair', `land_id=${LAND}&lat=&lng=`, ['lat', 'lng', 'land_id']],
    ['an empty land and a pair', 'land_id=&lat=1&lng=1', ['land_id']],
  ])('%s: 400', (_, query, names) => {
    for (const rules of [countries.findByLocation, cities.findByLocation]) {
      expect(Object.keys(faultsOf(rules, query))).toEqual(names);
    }
  });
});

describe('lang', () => {
  const languageOf = (tag: string): string => read(countries.findAll, `lang=${tag}`).language;

  test('is en when absent, on every route', () => {
    expect(read(countries.findAll, '').language).toBe('en');
    expect(read(countries.findByIds, 'country_ids=FRA').language).toBe('en');
    expect(read(countries.findByLocation, 'lat=1&lng=1').language).toBe('en');
    expect(read(countries.findByName, 'token=a').language).toBe('en');
    expect(read(cities.findByIds, 'city_ids=FRA_Paris').language).toBe('en');
    expect(read(cities.findByCountries, 'country_ids=FRA').language).toBe('en');
    expect(read(cities.findByLocation, 'lat=1&lng=1').language).toBe('en');
    expect(read(cities.findByName, 'token=a').language).toBe('en');
  });

  test.each(LANGUAGES)('%s is accepted, in any case', (language) => {
    expect(languageOf(language)).toBe(language);
    expect(languageOf(language.toUpperCase())).toBe(language);
  });

  test.each([
    ['fr-CA', 'fr'],
    ['FR-ca', 'fr'],
    ['zh-Hant-TW', 'zh'],
    ['en-u-ca-gregory', 'en'],
    ['de-CH-1996', 'de'],
    ['nb-NO', 'nb'],
  ])('%s is looked up as %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });

  test.each([
    '',
    'xx',
    'la-VA',
    'fr_CA',
    'fr-',
    '-fr',
    'french',
    'x-fr',
    '*',
    '%20fr',
    'f',
    'fr,en',
  ])('%j is a fault that lists what is accepted', (tag) => {
    expect(faultsOf(cities.findByName, `token=a&lang=${tag}`).lang).toContain(LANGUAGES.join(', '));
  });
});

describe('primary_only', () => {
  test.each([
    ['', false],
    ['primary_only=true', true],
    ['primary_only=TRUE', true],
    ['primary_only=False', false],
  ])('%s is %s', (query, primaryOnly) => {
    expect(read(countries.findAll, query).primaryOnly).toBe(primaryOnly);
  });

  test.each(['', '1', '0', 'yes', 'on', '%20true', 'true%20', 'truе'])('%j is a fault', (value) => {
    expect(faultsOf(countries.findAll, `primary_only=${value}`)).toHaveProperty('primary_only');
  });
});

describe('limit', () => {
  test('of countries: absent means all, and there is no upper end', () => {
    expect(read(countries.findAll, '').limit).toBeUndefined();
    expect(read(countries.findByName, 'token=a').limit).toBeUndefined();
    expect(read(countries.findAll, 'limit=1').limit).toBe(1);
    for (const digits of [20, 400]) {
      const { limit } = read(countries.findAll, `limit=${'9'.repeat(digits)}`);
      expect(limit).toBeGreaterThan(1e15);
    }
  });

  test('of cities/findByName: 100 when absent, at most 1,000', () => {
    expect(read(cities.findByName, 'token=a').limit).toBe(100);
    expect(read(cities.findByName, 'token=a&limit=1000').limit).toBe(1_000);
    expect(faultsOf(cities.findByName, 'token=a&limit=1001')).toHaveProperty('limit');
  });

  test('of cities/findByCountries: 1,000 when absent, at most 10,000', () => {
    expect(read(cities.findByCountries, 'country_ids=FRA').limit).toBe(1_000);
    expect(read(cities.findByCountries, 'country_ids=FRA&limit=10000').limit).toBe(10_000);
    expect(faultsOf(cities.findByCountries, 'country_ids=FRA&limit=10001')).toHaveProperty('limit');
  });

  test.each(['', '0', '-1', '1.0', '1.5', '1e2', '0x1', '%2B1', '%201', 'ten', 'Infinity'])(
    '%j is a fault',
    (limit) => {
      expect(faultsOf(countries.findAll, `limit=${limit}`)).toHaveProperty('limit');
      expect(faultsOf(cities.findByName, `token=a&limit=${limit}`)).toHaveProperty('limit');
    },
  );
});

describe('offset', () => {
  test('is 0 when absent, and 0 to 100,000', () => {
    expect(read(countries.findAll, '').offset).toBe(0);
    expect(read(cities.findByCountries, 'country_ids=FRA').offset).toBe(0);
    expect(read(countries.findAll, 'offset=100000').offset).toBe(100_000);
  });

  test.each(['', '-1', '100001', '1.5', '1e3', '%200'])('%j is a fault', (offset) => {
    expect(faultsOf(countries.findAll, `offset=${offset}`)).toHaveProperty('offset');
  });
});

describe('lists of ids', () => {
  const codes = (count: number): string =>
    Array.from({ length: count }, (_, index) =>
      [676, 26, 1]
        .map((size) => String.fromCharCode(65 + (Math.floor(index / size) % 26)))
        .join(''),
    ).join(',');

  test('countries: in any case, in the order asked, each once, blanks around them trimmed', () => {
    const { ids } = read(countries.findByIds, 'country_ids=fra,%20DEU%20,Fra,+ita');
    expect(ids).toEqual(['FRA', 'DEU', 'ITA']);
    expect(read(cities.findByCountries, 'country_ids=xxx').countryIds).toEqual(['XXX']);
  });

  test('cities: as they are written, each once', () => {
    const { ids } = read(cities.findByIds, 'city_ids=FRA_Paris,%20CHE_Z%C3%BCrich,FRA_Paris,paris');
    expect(ids).toEqual(['FRA_Paris', 'CHE_Zürich', 'paris']);
  });

  test('at most 500', () => {
    expect(read(countries.findByIds, `country_ids=${codes(500)}`).ids).toHaveLength(500);
    expect(faultsOf(countries.findByIds, `country_ids=${codes(501)}`)).toHaveProperty(
      'country_ids',
    );
    expect(faultsOf(cities.findByIds, `city_ids=${codes(501)}`)).toHaveProperty('city_ids');
  });

  test('are required', () => {
    expect(faultsOf(countries.findByIds, '').country_ids).toContain('is required');
    expect(faultsOf(cities.findByIds, '').city_ids).toContain('is required');
    expect(faultsOf(cities.findByCountries, '').country_ids).toContain('is required');
  });

  test.each(['', ',', 'FRA,', ',FRA', 'FRA,,DEU', 'FRA,%20,DEU'])('an empty element: %j', (ids) => {
    expect(faultsOf(countries.findByIds, `country_ids=${ids}`)).toHaveProperty('country_ids');
    expect(faultsOf(cities.findByIds, `city_ids=${ids}`)).toHaveProperty('city_ids');
  });

  test.each(['FR', 'FRAN', 'FR1', 'F%20A', 'F%C3%9F', 'FRA;DEU'])('no country code: %j', (id) => {
    expect(faultsOf(countries.findByIds, `country_ids=DEU,${id}`).country_ids).toContain(
      'element 2',
    );
  });
});

describe('token', () => {
  const tokenOf = (query: string): string => read(cities.findByName, `token=${query}`).token;

  test('is trimmed', () => {
    expect(tokenOf('%20%09saint%20d%20')).toBe('saint d');
    expect(tokenOf('saint+d')).toBe('saint d');
  });

  test('counts characters, not UTF-16 units', () => {
    expect(tokenOf(encodeURIComponent('𠮷'.repeat(100)))).toHaveLength(200);
    expect(tokenOf('a'.repeat(100))).toHaveLength(100);
    expect(tokenOf(`%20${'a'.repeat(100)}%20`)).toHaveLength(100);
  });

  test.each(['', '%20', '%20%09%E3%80%80', 'a'.repeat(101), encodeURIComponent('𠮷'.repeat(101))])(
    '%j is a fault',
    (token) => {
      expect(faultsOf(cities.findByName, `token=${token}`)).toHaveProperty('token');
      expect(faultsOf(countries.findByName, `token=${token}`)).toHaveProperty('token');
    },
  );

  test.each(['-', '%00', '"', '*', '\\', '{}', '%F0%9F%98%80', '1e3'])('%j is a token', (token) => {
    expect(tokenOf(token)).toBe(decodeURIComponent(token));
  });

  test('is required', () => {
    expect(faultsOf(cities.findByName, '').token).toContain('is required');
  });
});
