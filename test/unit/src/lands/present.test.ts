import { expect, test } from '@jest/globals';
import { type Land, landSchema } from '../../../../src/lands/present.js';

const LAND: Land = {
  id: '881fb46625fffff',
  country_id: 'FRA',
  region_name: 'Île-de-France',
  closest_city_id: 'FRA_Montrouge',
  closest_city_name: 'Montrouge',
  closest_city_distance_km: 1.25,
  primary_city_id: 'FRA_Paris',
  primary_city_name: 'Paris',
  primary_city_distance_km: 2.5,
  altitude: -3,
  main_biome: 'urban',
  biome_percents: { urban: 62.5, forest: 37.5 },
  markers_count: 3,
};

const UNKNOWN: Land = {
  id: '881fb46625fffff',
  country_id: 'FRA',
  region_name: null,
  closest_city_id: null,
  closest_city_name: null,
  closest_city_distance_km: null,
  primary_city_id: null,
  primary_city_name: null,
  primary_city_distance_km: null,
  altitude: null,
  main_biome: null,
  biome_percents: {},
  markers_count: 0,
};

test('the documented shape takes lands, of which all or nothing is known, and nothing else', () => {
  expect(landSchema.validate(LAND).error).toBeUndefined();
  expect(landSchema.validate(UNKNOWN).error).toBeUndefined();
  const { altitude, ...without } = LAND;
  for (const other of [without, { ...LAND, more: altitude }, { ...LAND, markers_count: null }]) {
    expect(landSchema.validate(other).error).toBeDefined();
  }
});
