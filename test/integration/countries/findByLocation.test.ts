import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, type Query, startApi } from '../../support/api.js';
import { type Country, ids } from '../../support/records.js';

const PATH = '/countries/findByLocation';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function find(query: Query): Promise<string[]> {
  return ids((await api.get<Country[]>(PATH, query)).body.data);
}

describe('the countries that hold the place come first, then the nearby ones', () => {
  test.each([
    ['Paris', 48.8566, 2.3522, ['FRA']],
    ['Strasbourg, though Germany has more people', 48.58, 7.79, ['FRA', 'DEU']],
    ['Basel, the nearby ones by population', 47.56, 7.59, ['CHE', 'DEU', 'FRA']],
    ['Vaals, the nearby ones by population, not by id', 50.77, 5.98, ['NLD', 'DEU', 'BEL']],
    ['Monaco, the smaller one first', 43.735, 7.42, ['MCO', 'FRA']],
    ['Gibraltar', 36.14, -5.35, ['GIB', 'ESP']],
    ['Maseru, in an enclave', -29.31, 27.48, ['LSO', 'ZAF']],
    ['the middle of an enclave', -29.6, 28.2, ['LSO']],
    ['Vatican City, which alone holds the place', 41.9034, 12.4534, ['VAT', 'ITA']],
  ])('in %s', async (_, lat, lng, expected) => {
    expect(await find({ lat, lng })).toEqual(expected);
  });

  test('at the antimeridian, on both of its longitudes', async () => {
    expect(await find({ lat: -16.8, lng: 180 })).toEqual(['FJI']);
    expect(await find({ lat: -16.8, lng: -180 })).toEqual(['FJI']);
    expect(await find({ lat: 66, lng: 180 })).toEqual(['RUS']);
    expect(await find({ lat: 66, lng: -180 })).toEqual(['RUS']);
  });

  test('at the poles, whatever the longitude', async () => {
    for (const lng of [-180, -90, 0, 45.5, 180]) {
      expect(await find({ lat: -90, lng })).toEqual(['ATA']);
      expect(await find({ lat: 90, lng })).toEqual([]);
    }
  });

  test('in an ocean there are none', async () => {
    expect(await find({ lat: -48.88, lng: -123.39 })).toEqual([]);
    expect(await find({ lat: 0, lng: 0 })).toEqual([]);
  });

  test('5 km outside a border matches, 10 km outside does not', async () => {
    const degrees = (kilometres: number): number => kilometres / 111.195;
    for (const lng of [-120, -115.3, -110, -100]) {
      expect(await find({ lat: 49 - degrees(5), lng })).toEqual(['USA', 'CAN']);
      expect(await find({ lat: 49 + degrees(5), lng })).toEqual(['CAN', 'USA']);
      expect(await find({ lat: 49 - degrees(10), lng })).toEqual(['USA']);
      expect(await find({ lat: 49 + degrees(10), lng })).toEqual(['CAN']);
    }
  });
});

test('primary_only leaves out the others, inside and nearby', async () => {
  const saintLaurent = { lat: 5.498, lng: -54.03 };
  expect(await find(saintLaurent)).toEqual(['GUF', 'SUR']);
  expect(await find({ ...saintLaurent, primary_only: true })).toEqual(['SUR']);
  expect(await find({ lat: 4.9372, lng: -52.326, primary_only: true })).toEqual([]);
  expect(await find({ lat: 36.14, lng: -5.35, primary_only: 'True' })).toEqual(['ESP']);
  expect(await find({ lat: 36.14, lng: -5.35, primary_only: 'FALSE' })).toEqual(['GIB', 'ESP']);
});

test('a country has the fields of the specification, its name in the language asked', async () => {
  const query = { lat: 52.52, lng: 13.405, lang: 'fr-CA' };
  const { body } = await api.get<Country[]>(PATH, query);
  const byId = await api.get<Country[]>('/countries/findByIds', { country_ids: 'DEU', lang: 'fr' });
  expect(body.data).toEqual(byId.body.data);
  expect(body.data[0]?.name).toBe('Allemagne');
  expect(Object.keys(body.data[0] ?? {})).toEqual(['id', 'name', 'continent', 'population']);
});
