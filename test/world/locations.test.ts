import { describe, expect, test } from '@jest/globals';
import { type Query, startApi } from '../support/api.js';
import { untilEnd } from '../support/each.js';
import { type City, type Country, ids, NO_CITY } from '../support/records.js';
import { distanceMeters } from '../support/sphere.js';

// test/store/lookups/locations.test.ts has the rules, and the places of the small world.

const api = untilEnd(await startApi());

const COUNTRY = '/countries/findByLocation';
const CITY = '/cities/findByLocation';

const countriesAt = async (query: Query): Promise<string> =>
  ids((await api.get<Country[]>(COUNTRY, query)).body.data).join(' ');
const cityAt = async (query: Query): Promise<City> => (await api.get<City>(CITY, query)).body.data;

test.each([
  ['Vaals, where the order is not that of ids', { lat: 50.77, lng: 5.98 }, 'NLD DEU BEL'],
  ['Maseru, in an enclave', { lat: -29.31, lng: 27.48 }, 'LSO ZAF'],
  ['the middle of an enclave', { lat: -29.6, lng: 28.2 }, 'LSO'],
  ['French Guiana', { lat: 5.498, lng: -54.03, primary_only: 'FALSE' }, 'GUF SUR'],
  ['French Guiana, which is not primary', { lat: 5.498, lng: -54.03, primary_only: 'True' }, 'SUR'],
  ['Cayenne', { lat: 4.9372, lng: -52.326, primary_only: 'FALSE' }, 'GUF'],
  ['Cayenne, in no primary country', { lat: 4.9372, lng: -52.326, primary_only: 'True' }, ''],
  ['a land in China', { land_id: '8830000001fffff' }, 'CHN'],
])('the countries of %s', async (_, query, expected) => {
  expect(await countriesAt(query)).toBe(expected);
});

describe('the closest city', () => {
  test('is in the country that holds the point, though one across the border is closer', async () => {
    const [lat, lng] = [32.56, -117];
    const found = await cityAt({ lat, lng });
    const both = await api.get<City[]>('/cities/findByIds', {
      city_ids: 'USA_ImperialBeach,MEX_Tijuana',
    });
    expect(found).toEqual(both.body.data[0]);
    const [own = NaN, other = NaN] = both.body.data.map(({ latlng }) =>
      distanceMeters({ latitude: lat, longitude: lng }, latlng),
    );
    expect(other).toBeLessThan(own);
  });

  test.each<[string, Query, RegExp]>([
    ['at any distance', { lat: 78, lng: -40 }, /^GRL_/],
    ['in Australia', { lat: -25, lng: 126 }, /^AUS_/],
    ['beside a border as drawn', { lat: -10.42, lng: 105.678 }, /^CXR_FlyingFishCove$/],
    ['of a land in China', { land_id: '8830000001fffff' }, /^CHN_/],
  ])('%s', async (_, query, expected) => {
    expect((await cityAt(query)).id).toMatch(expected);
  });

  test('in a country without cities is the empty one', async () => {
    const { body } = await api.get(CITY, { lat: -54.423, lng: 3.36 });
    expect(JSON.stringify(body)).toBe(`{"status":"ok","data":${NO_CITY}}`);
  });
});
