import { describe, expect, test } from '@jest/globals';
import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import Joi from 'joi';
import { landCentre } from '../../../../core/geo/land.js';
import { LANGUAGES } from '../../../../indices/languages.js';
import * as cities from '../../../../src/cities/params.js';
import * as countries from '../../../../src/countries/params.js';
import { findByLocation as landsAround } from '../../../../src/lands/params.js';
import { idList, queryJoi } from '../../../../src/parameters/joi.js';
import { landDisk } from '../../../../core/geo/land.js';
import { parameterRules, readQuery } from '../../../../src/parameters/rules.js';
import { pointLookup, token as name } from '../../../../src/parameters/shared.js';
import { faultsOf, read } from './readings.js';

const LAND = '881fb46625fffff';

describe('lat and lng', () => {
  const at = (lat: string, lng: string): string => `lat=${lat}&lng=${lng}`;

  test.each([
    ['-90', '-180', -90, -180],
    ['90.0', '180.000', 90, 180],
    ['048.50', '-0', 48.5, 0],
    [`48.${'1'.repeat(60)}`, '2', 48.111111111111114, 2],
    ['5.0E-4', '-5e-05', 0.0005, -0.00005],
    ['1e1', '1.8e%2B2', 10, 180],
    ['1e-999', '0E0', 0, 0],
  ])('%s, %s', (lat, lng, latitude, longitude) => {
    const { point } = read(pointLookup, at(lat, lng));
    expect(point).toEqual({ latitude, longitude });
  });

  test.each([
    '', '%20', '1e', 'e1', '1e1.5', '1e+1', '9.1e1', '1e999', '-1e999', '0x10', '%2B1', '+1', '1%20', '.5', '5.', '--1', '1,5', '1_0', 'NaN', 'Infinity', 'ten', '٣', '1.2.3', '1%00',
    '90.0000001', '-90.0000001', '9'.repeat(400),
  ])('lat=%s is a fault', (lat) => {
    expect(Object.keys(faultsOf(pointLookup, at(lat, '0')))).toEqual(['lat']);
  }); // prettier-ignore

  test.each(['180.0000001', '-180.0000001', '', '1.81E2'])('lng=%s is a fault', (lng) => {
    expect(Object.keys(faultsOf(pointLookup, at('0', lng)))).toEqual(['lng']);
  });
});

test.each([LAND, LAND.toUpperCase()])('%s stands for the centre of its cell', (land) => {
  expect(read(pointLookup, `land_id=${land}`).point).toEqual(landCentre(LAND));
});

const PAIR = 'is required: `lat` and `lng` go together';
const ONE_KIND = 'must not be given together with `lat` or `lng`';
test.each([
  ['no location', '', { land_id: 'is required, or instead of it `lat` and `lng`' }],
  ['lat alone', 'lat=1', { lng: PAIR }],
  ['lng alone', 'lng=1', { lat: PAIR }],
  ['both kinds', `land_id=${LAND}&lat=1&lng=1`, { land_id: ONE_KIND }],
  ['a land and lng', `land_id=${LAND}&lng=1`, { lat: PAIR, land_id: ONE_KIND }],
  ['a land and an empty pair', `land_id=${LAND}&lat=&lng=`, { lat: expect.stringMatching(/^must be a/), lng: expect.anything(), land_id: ONE_KIND }],
  ['an empty land and a pair', 'land_id=&lat=1&lng=1', { land_id: expect.stringMatching(/^must be a valid H3/) }],
])('a location is either a land or a pair, not %s', (_, query, faults) => {
  expect(faultsOf(pointLookup, query)).toEqual(faults);
}); // prettier-ignore

describe('lang', () => {
  const languageOf = (tag: string): string => read(countries.findAll, `lang=${tag}`).language;

  test.each(LANGUAGES)('%s is accepted in any case', (language) => {
    expect([language, language.toUpperCase()].map(languageOf)).toEqual([language, language]);
  });

  test.each([['FR-ca', 'fr'], ['zh-Hant-TW', 'zh'], ['en-u-ca-gregory', 'en'], ['no', 'nb'], ['iw-IL', 'he'], ['IN', 'id'], ['ja_JP', 'ja'], ['zh_Hant_TW', 'zh']])('%s is looked up as %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  }); // prettier-ignore

  test.each(['', 'xx', 'fr__CA', 'fr-', '-fr', 'french', '*', '%20fr', 'f', 'fr,en'])('%j is a fault that lists what is accepted', (tag) => {
    expect(faultsOf(cities.findByName, `token=a&lang=${tag}`).lang).toContain(LANGUAGES.join(', '));
  }); // prettier-ignore
});

describe('primary_only', () => {
  test.each([['', false], ['primary_only=TRUE', true], ['primary_only=False', false]])('%s is %s', (query, primaryOnly) => {
    expect(read(countries.findAll, query).primaryOnly).toBe(primaryOnly);
  }); // prettier-ignore

  test.each(['', '1', 'yes', '%20true', 'true%20', 'truе'])('%j is a fault', (value) => {
    expect(faultsOf(countries.findAll, `primary_only=${value}`)).toHaveProperty('primary_only');
  });
});

describe('whole numbers', () => {
  const { findAll, findByName } = countries;
  test.each([
    [findAll, '', undefined, 0],
    [findAll, 'limit=1&offset=100000', 1, 100_000],
    [findAll, 'limit=9007199254740991', Number.MAX_SAFE_INTEGER, 0],
    [findByName, 'token=a', undefined, undefined],
    [cities.findByName, 'token=a', 100, undefined],
    [cities.findByName, 'token=a&limit=1000', 1_000, undefined],
    [cities.findByCountries, 'country_ids=FRA', 1_000, 0],
    [cities.findByCountries, 'country_ids=FRA&limit=10000', 10_000, 0],
  ])('%#: %p', (rules, query, limit, offset) => {
    const values = read<object>(rules, query);
    expect(values).toMatchObject({ limit, ...(offset !== undefined && { offset }) });
  });

  test.each([
    [cities.findByName, 'token=a&limit=1001', 'limit'],
    [cities.findByCountries, 'country_ids=FRA&limit=10001', 'limit'],
    [findAll, 'limit=9007199254740992', 'limit'],
    [findAll, `limit=${'9'.repeat(400)}`, 'limit'],
    [findAll, 'offset=100001', 'offset'],
    [landsAround, `land_id=${LAND}&k=11`, 'k'],
  ])('%#: %s is too much', (rules, query, name) => {
    expect(Object.keys(faultsOf(rules, query))).toEqual([name]);
  });

  test.each(['', '-1', '1.0', '1.5', '1e2', '0x1', '%2B1', '%201', 'ten', 'Infinity'])('%j is none', (value) => {
    expect(Object.keys(faultsOf(findAll, `limit=${value}&offset=${value}`))).toEqual(['limit', 'offset']);
    expect(faultsOf(landsAround, `land_id=${LAND}&k=${value}`)).toEqual({ k: 'must be an integer from 0 to 10' });
  }); // prettier-ignore

  test('a limit is at least 1', () => {
    expect(faultsOf(findAll, 'limit=0')).toEqual({
      limit: 'must be an integer from 1 to 9007199254740991',
    });
  });
});

describe('lists of ids', () => {
  test('countries: in any case, in the order asked, each once, blanks around them trimmed', () => {
    const { ids } = read(countries.findByIds, 'country_ids=fra,%20DEU%20,Fra,+ita');
    expect(ids).toEqual(['FRA', 'DEU', 'ITA']);
  });

  test('cities: as they are written, each once', () => {
    const { ids } = read(cities.findByIds, 'city_ids=FRA_Paris,%20CHE_Z%C3%BCrich,FRA_Paris,paris');
    expect(ids).toEqual(['FRA_Paris', 'CHE_Zürich', 'paris']);
  });

  test.each([
    ['country_ids=fra&country_ids=DEU,ita&lang=fr&country_ids=FRA', ['FRA', 'DEU', 'ITA']],
    ['%63ountry_ids=FRA&country_ids=%20DEU', ['FRA', 'DEU']],
    [Array(500).fill('country_ids=FRA').join('&'), ['FRA']],
  ])('may be repeated: %.60s', (query, expected) => {
    expect(read(countries.findByIds, query).ids).toEqual(expected);
  });

  test.each([
    ['country_ids=FRA&country_ids=', 'none of them empty'],
    ['country_ids=FRA&country_ids=FR', '(see element 2)'],
    ['country_ids=', 'is empty: must be ISO 3166-1'],
    ['country_ids=FRA&country_ids=%', 'percent-encoded'],
    [Array(501).fill('country_ids=FRA').join('&'), 'at most 500'],
  ])('are checked when repeated: %.60s', (query, message) => {
    const { country_ids: fault } = faultsOf(countries.findByIds, query);
    expect(fault).toContain(message);
  });

  test('are required', () => {
    expect(faultsOf(cities.findByIds, '').city_ids).toMatch(/^is required: city ids/);
  });

  test.each(['', ',', 'FRA,', ',FRA', 'FRA,,DEU', 'FRA,%20,DEU'])('an empty element: %j', (ids) => {
    expect(faultsOf(countries.findByIds, `country_ids=${ids}`)).toHaveProperty('country_ids');
    expect(faultsOf(cities.findByIds, `city_ids=${ids}`)).toHaveProperty('city_ids');
  });

  test.each(['FR', 'FRAN', 'FR1', 'F%20A', 'F%C3%9F', 'FRA;DEU'])('no country code: %j', (id) => {
    const { country_ids: fault } = faultsOf(countries.findByIds, `country_ids=DEU,${id}`);
    expect(fault).toMatch(/\(see element 2\)$/);
  });

  let checked = 0;
  const element = queryJoi.string().custom((text: string, helpers) => {
    checked += 1;
    return text.startsWith('bad') ? helpers.error('any.invalid') : text;
  });
  const ids = idList(element, { meaning: 'Ids', rule: 'ids', example: 'a' });
  const rules = parameterRules({ ids }, (query) => query);
  const list = (count: number, of: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => of(index)).join();

  test('500 are accepted', () => {
    expect(read(rules, `ids=${list(500, (index) => `a${index}`)}`).ids).toHaveLength(500);
  });

  test.each([
    ['right', (index: number) => `a${index}`],
    ['faulty', () => 'bad'],
    ['empty', () => ''],
  ])('of 30,000 %s ones, not many more than 500 are looked at', (_, of) => {
    checked = 0;
    expect(faultsOf(rules, `ids=${list(30_000, of)}`).ids).toContain('at most 500');
    // Once, and once more for the message.
    expect(checked).toBeLessThanOrEqual(2 * 501);
  });

  test('the first ten faulty elements are named, and the rest is not looked at', () => {
    checked = 0;
    const faults = faultsOf(rules, `ids=${list(500, (index) => (index % 2 === 1 ? 'bad' : 'a'))}`);
    expect(faults.ids).toMatch(/\(see elements 2, 4, 6, 8, 10, 12, 14, 16, 18, 20\)$/);
    expect(checked).toBeLessThan(40);
  });
});

describe('token', () => {
  const rules = parameterRules({ token: name }, ({ token }) => token);
  const tokenOf = (query: string): string => read(rules, `token=${query}`);

  test.each([
    ['%20%09saint%20d%20', 'saint d'],
    ['saint+d', 'saint d'],
    [`%20${'a'.repeat(100)}%20`, 'a'.repeat(100)],
    // Characters count, not UTF-16 units.
    [encodeURIComponent('𠮷'.repeat(100)), '𠮷'.repeat(100)],
    ['S%C3%A3o%26x%3D1', 'São&x=1'],
    ['a=b=c', 'a=b=c'],
    ...['-', '%00', '"', '*', '\\', '{}'].map((token) => [token, decodeURIComponent(token)] as const),
  ])('%.20j', (query, token) => {
    expect(tokenOf(query)).toBe(token);
  }); // prettier-ignore

  test('lookups compare its folded form', () => {
    for (const rules of [cities.findByName, countries.findByName])
      expect(read<{ prefix: unknown }>(rules, 'token=%20S%C3%A3o-P').prefix).toBe('sao p');
  });

  test.each(['', '%20', '%20%09%E3%80%80', 'a'.repeat(101), encodeURIComponent('𠮷'.repeat(101))])('%.20j is a fault', (token) => {
    expect(faultsOf(cities.findByName, `token=${token}`)).toHaveProperty('token');
  }); // prettier-ignore

  test.each(['%', '%Z', '%ZZ', '%FF', '%C3', '%E0%A4%A', '%ED%A0%80'])('%s is not UTF-8', (text) => {
    expect(faultsOf(countries.findByName, `token=par${text}`)).toEqual({ token: 'must be percent-encoded UTF-8' });
  }); // prettier-ignore
});

describe('the lands around a location', () => {
  const disk = (query: string): string[] => {
    const { centreId, rings } = read(landsAround, query);
    return landDisk(centreId, rings);
  };
  const pentagons = new Set(getPentagons(8));
  const centres = [
    LAND,
    ...[[-16.8, 180], [71.2, -179.999], [90, 0], [-90, 0]].map(([lat = 0, lng = 0]) => latLngToCell(lat, lng, 8)),
    ...pentagons,
    ...getPentagons(8).map((cell) => gridDisk(cell, 4).at(-1) ?? ''),
  ]; // prettier-ignore

  test.each(centres)('come ring by ring, the centre first: %s', (centre) => {
    const lands = disk(`land_id=${centre}&k=10`);
    for (let k = 0; k <= 10; k += 1) {
      const inside = gridDisk(centre, k).sort();
      expect(lands.slice(0, inside.length).sort()).toEqual(inside);
      if (pentagons.has(centre)) expect(inside).toHaveLength(1 + (5 * k * (k + 1)) / 2);
    }
  });

  test.each(centres)('a pair stands for the cell that holds it: %s', (centre) => {
    const [lat, lng] = cellToLatLng(centre);
    expect(disk(`lat=${lat.toFixed(12)}&lng=${lng.toFixed(12)}`)).toEqual([centre]);
  });

  test('only the centre without k', () => {
    expect(disk(`land_id=${LAND.toUpperCase()}`)).toEqual([LAND]);
  });
});

describe('query strings', () => {
  test('every faulty parameter is named at once, each once', () => {
    const faults = faultsOf(pointLookup, 'lat=1e&lng=&lang=xx&primary_only=yes&land_id=1'); // prettier-ignore
    expect(Object.keys(faults).sort()).toEqual(['land_id', 'lang', 'lat', 'lng', 'primary_only']);
  });

  test.each(['limit=1&limit=1', 'limit=1&limit=', 'limit=1&%6cimit=2', 'limit=x&limit=y&limit=z'])('%s: given more than once', (query) => {
    const faults = faultsOf(countries.findAll, `offset=x&${query}`);
    expect(faults).toEqual({ offset: expect.any(String), limit: 'must be given only once' });
  }); // prettier-ignore

  test.each([
    ['Limit=5', ['Limit']],
    ['limi=5&limit=3&x', ['limi', 'x']],
    ['a=1&a=2', ['a']],
    ['__proto__=1&constructor=2', ['__proto__', 'constructor']],
    ['%ZZ=1', ['%ZZ']],
    ['=1', ['']],
    ['&&limit=3&', []],
  ])('unknown parameters are ignored and named: %s', (query, ignored) => {
    expect(readQuery(query, countries.findAll).ignored).toEqual(ignored);
  });

  test('a rejection names unknown parameters, because one may be a misspelt required one', () => {
    const named = expect.objectContaining({ headers: { 'X-Ignored-Params': 'tokn, x' } });
    expect(() => readQuery('tokn=par&x=1', cities.findByName)).toThrow(named);
  });

  test('50 unknown parameters are named', () => {
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    expect(readQuery(names.join('&'), countries.findAll).ignored).toEqual(names);
  });

  test.each(['%', 'a=%', 'limit=%', 'n'])('more parameters are rejected before they are read: %s', (pair) => {
    const query = Array<string>(51).fill(pair).join('&');
    expect(() => readQuery(query, countries.findAll)).toThrow(/at most 50 parameters/);
    expect(() => readQuery('&'.repeat(60_000), countries.findAll)).not.toThrow();
  }); // prettier-ignore
});

test('values come in the order of the rules, because equal parameters must have equal JSON', () => {
  const rules = parameterRules(
    { a: Joi.string().required(), b: Joi.string().default('x') },
    (values) => Object.keys(values),
  );
  for (const given of [{ b: '1', a: '2' }, { a: '1' }])
    expect(rules.read(given, new Map())).toEqual(['a', 'b']);
});

test('a schema whose value may be absent must say so', () => {
  const rules = { a: Joi.string() };
  expect(() => parameterRules(rules, () => ({}))).toThrow(/^a is neither required nor optional/);
});
