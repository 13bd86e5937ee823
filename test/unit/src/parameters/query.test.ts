import { describe, expect, test } from '@jest/globals';
import { findAll, findByLocation, findByName } from '../../../../src/countries/params.js';
import { readQuery } from '../../../../src/parameters/query.js';
import { faultsOf, read } from './readings.js';

test('every faulty parameter is named at once, each once', () => {
  const faults = faultsOf(findByLocation, 'lat=1e3&lng=&lang=xx&primary_only=yes&land_id=1');
  expect(Object.keys(faults).sort()).toEqual(['land_id', 'lang', 'lat', 'lng', 'primary_only']);
});

describe('a parameter given more than once is a fault', () => {
  test.each(['limit=1&limit=1', 'limit=1&limit=', 'limit=1&%6cimit=2', 'limit=x&limit=y&limit=z'])(
    '%s',
    (query) => {
      expect(faultsOf(findAll, query)).toEqual({ limit: 'must be given only once' });
    },
  );

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
    ['__proto__=1&constructor=2&hasOwnProperty=3', ['__proto__', 'constructor', 'hasOwnProperty']],
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
  test.each(['%', '%Z', '%ZZ', '%FF', '%C3', '%E0%A4%A', '%ED%A0%80'])('%s is a fault', (text) => {
    expect(faultsOf(findByName, `token=par${text}`)).toEqual({
      token: 'must be percent-encoded UTF-8',
    });
  });

  test('is decoded in names and values', () => {
    expect(read(findByName, '%74oken=S%C3%A3o%26x%3D1').token).toBe('São&x=1');
    expect(read(findByName, 'token=a=b=c').token).toBe('a=b=c');
  });
});
