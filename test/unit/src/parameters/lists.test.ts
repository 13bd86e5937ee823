import { describe, expect, test } from '@jest/globals';
import { idList, queryJoi } from '../../../../src/parameters/joi.js';
import { readQuery } from '../../../../src/parameters/query.js';
import { objectOf, parameterRules } from '../../../../src/parameters/rules.js';
import { faultsOf, read } from './readings.js';
import { cellToLatLng, getPentagons, gridDisk, gridDistance, latLngToCell } from 'h3-js';
import { findByLocation as landsAround } from '../../../../src/lands/params.js';
import { landIdsOf } from '../../../../src/parameters/location.js';
import { findAll, findByLocation, findByName } from '../../../../src/countries/params.js';

describe('longLists', () => {
  let checked = 0;
  const rules = parameterRules(
    objectOf({
      ids: idList(
        queryJoi.string().custom((text: string, helpers) => {
          checked += 1;
          return text.startsWith('bad') ? helpers.error('any.invalid') : text;
        }),
        { meaning: 'Ids', rule: 'ids', example: 'a' },
      ),
    }),
    (query) => query,
  );

  const list = (count: number, of: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => of(index)).join();

  /** A query is at most read twice, and once more for what is told of its faults. */
  const READINGS = 3;

  test.each([
    ['right ones', (index: number) => `a${index}`],
    ['faulty ones', () => 'bad'],
    ['empty ones', () => ''],
  ])('of 30,000 %s no more are looked at than may be given', (_, of) => {
    checked = 0;
    const faults = faultsOf(rules, `ids=${list(30_000, of)}`);
    expect(faults.ids).toContain('at most 500');
    expect(checked).toBeLessThanOrEqual(READINGS * 501);
  });

  test('a list is no longer read where ten of it are faulty, which are told', () => {
    checked = 0;
    const faults = faultsOf(rules, `ids=${list(500, (index) => (index % 2 === 1 ? 'bad' : 'a'))}`);
    expect(faults.ids).toMatch(/\(see elements 2, 4, 6, 8, 10, 12, 14, 16, 18, 20\)$/);
    expect(checked).toBeLessThan(40);
  });

  test('of names that nobody reads, 100 are told', () => {
    const names = Array.from({ length: 900 }, (_, index) => `n${index}`);
    const { ignored } = readQuery(`ids=a&${names.join('&')}`, rules);
    expect(ignored).toEqual(names.slice(0, 100));
  });

  test.each(['%', 'a=%', 'ids=%', 'n'])(
    '30,000 parameters are refused before they are read: %s',
    (pair) => {
      const query = Array<string>(30_000).fill(pair).join('&');
      const read = () => readQuery(query, rules);
      expect(read).toThrow(expect.objectContaining({ status: 400 }));
      expect(read).toThrow(/at most 1000 parameters/);
      expect(() => readQuery(`ids=a${'&'.repeat(60_000)}`, rules)).not.toThrow();
    },
  );
});

describe('landsAround', () => {
  const LAND = '881fb46625fffff';
  const RINGS = Array.from({ length: 11 }, (_, k) => k);

  const disk = (query: string): string[] => landIdsOf(read(landsAround, query));

  const HARD: [string, string][] = [
    ['Paris', LAND],
    ['180° E', latLngToCell(-16.8, 180, 8)],
    ['Wrangel Island', latLngToCell(71.2, -179.999, 8)],
    ['the North Pole', latLngToCell(90, 0, 8)],
    ['the South Pole', latLngToCell(-90, 0, 8)],
    ...getPentagons(8).map((cell): [string, string] => ['a pentagon', cell]),
    ...getPentagons(8).map((cell): [string, string] => [
      'near a pentagon',
      gridDisk(cell, 4).at(-1) ?? '',
    ]),
  ];

  describe.each(HARD)('around %s, %s', (_, centre) => {
    test.each(RINGS)('the lands of %d rings are those of gridDisk', (k) => {
      const lands = disk(`land_id=${centre}&k=${k}`);
      expect([...lands].sort()).toEqual(gridDisk(centre, k).sort());
      expect(lands[0]).toBe(centre);
    });
  });

  test('ring by ring, the centre first', () => {
    for (const centre of [LAND, latLngToCell(0, 180, 8), latLngToCell(90, 0, 8)]) {
      const distances = disk(`land_id=${centre}&k=10`).map((land) => gridDistance(centre, land));
      expect(distances).toEqual(RINGS.flatMap((k) => Array<number>(k === 0 ? 1 : 6 * k).fill(k)));
    }
  });

  test('ring by ring around a pentagon, where every ring lacks a sixth', () => {
    for (const centre of getPentagons(8)) {
      const lands = disk(`land_id=${centre}&k=10`);
      for (const k of RINGS) {
        expect(lands.slice(0, 1 + (5 * k * (k + 1)) / 2).sort()).toEqual(
          gridDisk(centre, k).sort(),
        );
      }
    }
  });

  test('a pair stands for the cell that holds it', () => {
    for (const [, centre] of HARD) {
      const [lat, lng] = cellToLatLng(centre);
      expect(disk(`lat=${lat.toFixed(12)}&lng=${lng.toFixed(12)}`)).toEqual([centre]);
    }
    expect(disk('lat=10&lng=180')).toEqual(disk('lat=10&lng=-180'));
    expect(disk('lat=90&lng=0')).toEqual(disk('lat=90&lng=123'));
  });

  test('k is 0 when absent, and lands may be in upper case', () => {
    expect(disk(`land_id=${LAND.toUpperCase()}`)).toEqual([LAND]);
    expect(disk(`land_id=${LAND}&k=00`)).toEqual([LAND]);
    expect(disk(`land_id=${LAND}&k=1`)).toHaveLength(7);
  });

  test.each([
    '11',
    '-1',
    '1.5',
    '',
    '1.0',
    '1e1',
    '%201',
    '%2B1',
    '0x1',
    'one',
    '99999999999999999',
  ])('k=%s is a fault', (k) => {
    expect(faultsOf(landsAround, `land_id=${LAND}&k=${k}`)).toEqual({
      k: 'must be an integer from 0 to 10',
    });
  });

  test('all faults at once', () => {
    expect(Object.keys(faultsOf(landsAround, 'k=11')).sort()).toEqual(['k', 'land_id']);
    expect(Object.keys(faultsOf(landsAround, 'lat=91&k=x')).sort()).toEqual(['k', 'lat', 'lng']);
  });
});

describe('query', () => {
  test('every faulty parameter is named at once, each once', () => {
    const faults = faultsOf(findByLocation, 'lat=1e3&lng=&lang=xx&primary_only=yes&land_id=1');
    expect(Object.keys(faults).sort()).toEqual(['land_id', 'lang', 'lat', 'lng', 'primary_only']);
  });

  describe('a parameter given more than once is a fault', () => {
    test.each([
      'limit=1&limit=1',
      'limit=1&limit=',
      'limit=1&%6cimit=2',
      'limit=x&limit=y&limit=z',
    ])('%s', (query) => {
      expect(faultsOf(findAll, query)).toEqual({ limit: 'must be given only once' });
    });

    test('beside other faults', () => {
      const faults = faultsOf(findAll, 'limit=1&offset=x&limit=1');
      expect(Object.keys(faults).sort()).toEqual(['limit', 'offset']);
    });
  });

  function ignoredIn(query: string): readonly string[] {
    return readQuery(query, findAll).ignored;
  }

  describe('unknown parameters are ignored and named', () => {
    test.each([
      ['Limit=5', ['Limit']],
      ['limi=5&limit=3&x', ['limi', 'x']],
      ['a=1&a=2', ['a']],
      [
        '__proto__=1&constructor=2&hasOwnProperty=3',
        ['__proto__', 'constructor', 'hasOwnProperty'],
      ],
      ['%ZZ=1', ['%ZZ']],
      ['=1', ['']],
      ['limit[]=1', ['limit[]']],
    ])('%s', (query, ignored) => {
      expect(ignoredIn(query)).toEqual(ignored);
    });

    test('none: none', () => {
      expect(ignoredIn('&&limit=3&')).toEqual([]);
      expect(read(findAll, '&&limit=3&')).toMatchObject({ limit: 3 });
    });
  });

  describe('percent-encoding', () => {
    test.each(['%', '%Z', '%ZZ', '%FF', '%C3', '%E0%A4%A', '%ED%A0%80'])(
      '%s is a fault',
      (text) => {
        expect(faultsOf(findByName, `token=par${text}`)).toEqual({
          token: 'must be percent-encoded UTF-8',
        });
      },
    );

    test('is decoded in names and values', () => {
      expect(read(findByName, '%74oken=S%C3%A3o%26x%3D1').token).toBe('São&x=1');
      expect(read(findByName, 'token=a=b=c').token).toBe('a=b=c');
    });
  });
});
