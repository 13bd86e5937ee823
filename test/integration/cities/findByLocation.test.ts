import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, type Query, startApi } from '../../support/api.js';
import { distanceMeters } from '../../support/sphere.js';
import { type City, NO_CITY } from '../../support/records.js';

const PATH = '/cities/findByLocation';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const find = async (query: Query): Promise<string> =>
  (await api.get<City>(PATH, query)).body.data.id;

test('one city, as the other routes show it', async () => {
  const { body } = await api.get<City>(PATH, { lat: 48.8566, lng: 2.3522 });
  const byId = await api.get<City[]>('/cities/findByIds', { city_ids: 'FRA_Paris' });
  expect([body.data]).toEqual(byId.body.data);
});

describe('the closest city of the country that holds the place', () => {
  // Each beside a border, with the city across it that is closer.
  test.each([
    ['FRA_Strasbourg', 48.57, 7.79, 'DEU_Kehl'],
    ['USA_ImperialBeach', 32.56, -117, 'MEX_Tijuana'],
    ['CAN_Windsor', 42.33, -83.03, 'USA_Detroit'],
    ['MEX_CiudadJuárez', 31.71, -106.54, 'USA_ElPaso'],
  ])('%s, though a city across the border is closer', async (id, lat, lng, closer) => {
    const { body } = await api.get<City>(PATH, { lat, lng });
    expect(body.data.id).toBe(id);
    const both = await api.get<City[]>('/cities/findByIds', { city_ids: `${id},${closer}` });
    const [own = NaN, other = NaN] = both.body.data.map(({ latlng }) =>
      distanceMeters({ latitude: lat, longitude: lng }, latlng),
    );
    expect(other).toBeLessThan(own);
  });

  test('where borders overlap, of all countries that hold it', async () => {
    expect(await find({ lat: 41.9034, lng: 12.4534 })).toBe('VAT_VaticanCity');
  });

  test('at any distance', async () => {
    expect(await find({ lat: 78, lng: -40 })).toMatch(/^GRL_/);
    expect(await find({ lat: -25, lng: 126 })).toMatch(/^AUS_/);
  });

  test('a nearby country decides only where none holds the place', async () => {
    // Off Monaco: nobody's, and both countries are nearby.
    const off = { lat: 43.72, lng: 7.44 };
    const { body } = await api.get<{ id: string }[]>('/countries/findByLocation', off);
    expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(['MCO']));
    expect(await find(off)).toMatch(/^(MCO|FRA)_/);
    // Christmas Island's town is beside its border as drawn.
    expect(await find({ lat: -10.42, lng: 105.678 })).toBe('CXR_FlyingFishCove');
  });
});

describe('at the antimeridian', () => {
  test('Fiji, from both sides', async () => {
    expect(await find({ lat: -16.8, lng: 180 })).toBe('FJI_Savusavu');
    expect(await find({ lat: -16.8, lng: -180 })).toBe('FJI_Savusavu');
    expect(await find({ lat: -16.8, lng: -179.95 })).toBe('FJI_Savusavu');
  });

  test('Chukotka, from both sides', async () => {
    expect(await find({ lat: 66.3, lng: 179.5 })).toBe('RUS_Egvekinot');
    expect(await find({ lat: 66, lng: 180 })).toBe('RUS_Egvekinot');
    expect(await find({ lat: 66, lng: -180 })).toBe('RUS_Egvekinot');
  });
});

describe('the empty city, to the letter', () => {
  test.each([
    ['in the middle of an ocean', { lat: -48.88, lng: -123.39 }],
    ['at the North Pole', { lat: 90, lng: 0 }],
    ['in a country without cities', { lat: -54.423, lng: 3.36 }],
    ['in a country without primary cities', { lat: -90, lng: 0, primary_only: true }],
  ])('%s', async (_, query) => {
    const { status, body } = await api.get(PATH, query);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(`{"status":"ok","data":${NO_CITY}}`);
  });
});

test('primary_only passes over the others', async () => {
  const monteCarlo = { lat: 43.7405, lng: 7.4283 };
  expect(await find(monteCarlo)).toMatch(/^MCO_/);
  expect(await find(monteCarlo)).not.toBe('MCO_Monaco');
  expect(await find({ ...monteCarlo, primary_only: 'TRUE' })).toBe('MCO_Monaco');
});
