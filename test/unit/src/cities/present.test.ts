import { expect, test } from '@jest/globals';
import { citySchema, EMPTY_CITY, presentCity } from '../../../../src/cities/present.js';
import { NO_CITY } from '../../../support/records.js';

const stored = {
  id: 'DEU_Munich',
  source_id: '2867714',
  country_id: 'DEU',
  name: 'Munich',
  region_name: null,
  population: 1_260_391,
  primary: true,
  time_zone: null,
  location: [11.57549, 48.13743] as [number, number],
};
const fields = { 'names.de': ['München'], 'region_names.de': ['Bayern'] };

test('a city has the six fields of the specification and no more', () => {
  expect(JSON.stringify(presentCity(stored, fields, 'de'))).toBe(
    '{"id":"DEU_Munich","country_id":"DEU","name":"München","region_name":"Bayern","population":1260391,"latlng":{"latitude":48.13743,"longitude":11.57549}}',
  );
});

test('the default names stand in for those of the language', () => {
  const byDefault = { name: 'Munich', region_name: null };
  expect(presentCity(stored, fields, 'fr')).toMatchObject(byDefault);
  expect(presentCity(stored, {}, 'de')).toMatchObject(byDefault);
  expect(presentCity(stored, undefined, 'de')).toMatchObject(byDefault);
});

test('the empty city is the one of the decisions', () => {
  expect(JSON.stringify(EMPTY_CITY)).toBe(NO_CITY);
});

test('the documented shape takes both, and nothing else', () => {
  const city = presentCity(stored, fields, 'de');
  expect(citySchema.validate(city).error).toBeUndefined();
  expect(citySchema.validate(EMPTY_CITY).error).toBeUndefined();
  expect(citySchema.validate({ ...city, primary: true }).error).toBeDefined();
});
