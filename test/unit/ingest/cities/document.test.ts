import { describe, expect, test } from '@jest/globals';
import { faultOf, toDocument } from '../../../../ingest/cities/document.js';
import type { CityRow } from '../../../../ingest/cities/row.js';

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

  test('an unknown region is null', () => {
    const { regionName, ...without } = row;
    const document = toDocument(without, { id: 'FRA_Paris', countryId: 'FRA', primary: true });
    expect(regionName).toBeDefined();
    expect(document.region_name).toBeNull();
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
