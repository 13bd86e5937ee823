import { describe, expect, test } from '@jest/globals';
import type { City } from '../../../../ingest/lands/cities.js';
import { faultOf, toDocument } from '../../../../ingest/lands/document.js';
import type { LandFacts } from '../../../../ingest/lands/facts.js';
import type { LandRow } from '../../../../ingest/lands/row.js';
import { UNKNOWN_OF_LAND } from '../../../support/unknownOfLand.js';

const row: LandRow = { id: '881fb46625fffff', countryId: 'FRA' };
const city = (id: string, name: string): City => ({
  id,
  name,
  regionName: 'Île-de-France',
  countryId: 'FRA',
  primary: true,
  latitude: 48.8,
  longitude: 2.3,
});
const facts: LandFacts = {
  regionName: 'Île-de-France',
  closest: { city: city('FRA_Gentilly', 'Gentilly'), distanceKm: 1.234_567_8 },
  primary: { city: city('FRA_Paris', 'Paris'), distanceKm: 12.000_4 },
};

describe('toDocument', () => {
  test('keeps what is known, distances rounded to metres', () => {
    const biomes = { Forest: 20.5, Urban: 79.5 };
    expect(toDocument({ ...row, altitude: -3.5, biomes }, facts)).toEqual({
      id: '881fb46625fffff',
      country_id: 'FRA',
      region_name: 'Île-de-France',
      closest_city_id: 'FRA_Gentilly',
      closest_city_name: 'Gentilly',
      closest_city_distance_km: 1.235,
      primary_city_id: 'FRA_Paris',
      primary_city_name: 'Paris',
      primary_city_distance_km: 12,
      altitude: -3.5,
      main_biome: 'Urban',
      biome_percents: biomes,
    });
  });

  test('what is not known is null, and {} for the biomes', () => {
    const nothing = { regionName: null, closest: undefined, primary: undefined };
    expect(toDocument(row, nothing)).toEqual({
      id: '881fb46625fffff',
      country_id: 'FRA',
      ...UNKNOWN_OF_LAND,
    });
  });

  test.each([
    [{ Forest: 50, Desert: 50 }, 'Desert'],
    [{ Desert: 50, Forest: 50 }, 'Desert'],
    [{ Tundra: 10, Forest: 45, Desert: 45 }, 'Desert'],
    [{ Sea: 0, Tundra: 100 }, 'Tundra'],
  ])('the main biome of %j is %s', (biomes, main) => {
    expect(toDocument({ ...row, biomes }, facts).main_biome).toBe(main);
  });
});

describe('faultOf', () => {
  test.each<Partial<LandRow>>([
    {},
    { altitude: 0 },
    { altitude: -430.5 },
    { biomes: {} },
    { biomes: { Forest: 100 } },
    { biomes: { Forest: 99.5 } },
    { biomes: { Forest: 60.5, Desert: 40 } },
    { biomes: { Forest: 100, Desert: 0 } },
  ])('finds nothing wrong with %j', (known) => {
    expect(faultOf({ ...row, ...known })).toBeUndefined();
  });

  test.each<[Partial<LandRow>, RegExp]>([
    [{ altitude: NaN }, /altitude NaN/],
    [{ altitude: Infinity }, /altitude Infinity/],
    [{ biomes: { Forest: 99.4 } }, /sum to 99\.4/],
    [{ biomes: { Forest: 60.505, Desert: 40 } }, /sum to 100\.505/],
    [{ biomes: { Forest: 110, Desert: -10 } }, /Forest 110/],
    [{ biomes: { Desert: -10, Forest: 110 } }, /Desert -10/],
    [{ biomes: { Forest: NaN } }, /Forest NaN/],
    [{ biomes: { ' ': 100 } }, /no name/],
  ])('names what is wrong with %j', (known, fault) => {
    expect(faultOf({ ...row, ...known })).toMatch(fault);
  });
});
