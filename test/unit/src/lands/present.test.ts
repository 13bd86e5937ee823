import { expect, test } from '@jest/globals';
import { landSchema, presentLand } from '../../../../src/lands/present.js';
import { UNKNOWN_OF_LAND } from '../../../support/unknownOfLand.js';

const stored = {
  // In another order than the specification's.
  biome_percents: { urban: 62.5, forest: 37.5 },
  main_biome: 'urban',
  altitude: -3.5,
  primary_city_distance_km: 2.5,
  primary_city_name: 'Paris',
  primary_city_id: 'FRA_Paris',
  closest_city_distance_km: 1.25,
  closest_city_name: 'Montrouge',
  closest_city_id: 'FRA_Montrouge',
  region_name: 'Île-de-France',
  country_id: 'FRA',
  id: '881fb46625fffff',
};

const UNKNOWN = {
  ...stored,
  ...UNKNOWN_OF_LAND,
};

test('a land has the fields of the specification, in its order, and no more', () => {
  expect(JSON.stringify(presentLand({ ...stored, more: 1 } as typeof stored, 3))).toBe(
    '{"id":"881fb46625fffff","country_id":"FRA","region_name":"Île-de-France","closest_city_id":"FRA_Montrouge","closest_city_name":"Montrouge","closest_city_distance_km":1.25,"primary_city_id":"FRA_Paris","primary_city_name":"Paris","primary_city_distance_km":2.5,"altitude":-3.5,"main_biome":"urban","biome_percents":{"urban":62.5,"forest":37.5},"markers_count":3}',
  );
});

test('what is not known is null, and {} for the biomes', () => {
  expect(presentLand(UNKNOWN, 0)).toEqual({ ...UNKNOWN, markers_count: 0 });
});

test('the documented shape takes both, and nothing else', () => {
  const land = presentLand(stored, 3);
  expect(landSchema.validate(land).error).toBeUndefined();
  expect(landSchema.validate(presentLand(UNKNOWN, 0)).error).toBeUndefined();
  const { altitude, ...without } = land;
  for (const other of [without, { ...land, more: altitude }, { ...land, markers_count: null }]) {
    expect(landSchema.validate(other).error).toBeDefined();
  }
});
