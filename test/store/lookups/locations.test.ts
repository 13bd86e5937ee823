import { describe, expect, test } from '@jest/globals';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Query, startApi } from '../../support/api.js';
import { type City, type Country, ids, NO_CITY } from '../../support/records.js';
import { distanceMeters } from '../../support/sphere.js';
import { untilEnd } from '../../support/each.js';

const api = untilEnd(await startApi());

const COUNTRY = '/countries/findByLocation';
const CITY = '/cities/findByLocation';
const LAND = '881fb46625fffff';

const countriesAt = async (query: Query): Promise<string> =>
  ids((await api.get<Country[]>(COUNTRY, query)).body.data).join(' ');
const cityAt = async (query: Query): Promise<string> =>
  (await api.get<City>(CITY, query)).body.data.id;

describe('the countries that hold a point, the smallest first, then the nearby ones by population', () => {
  test.each([
    ['Paris', 48.8566, 2.3522, 'FRA'],
    ['Strasbourg, though Germany has more people', 48.58, 7.79, 'FRA DEU'],
    ['Basel', 47.56, 7.59, 'CHE DEU FRA'],
    ['Como, where the order is not that of ids', 45.83, 9.03, 'CHE ITA'],
    ['Monaco', 43.735, 7.42, 'MCO FRA'],
    ['Gibraltar', 36.14, -5.35, 'GIB ESP'],
    ['Büsingen, an exclave', 47.697, 8.69, 'DEU CHE'],
    ['Llívia, an exclave', 42.464, 1.98, 'ESP FRA'],
    ['Vatican City', 41.9034, 12.4534, 'VAT ITA'],
    ['Fiji, at 180°', -16.8, 180, 'FJI'],
    ['Fiji, at -180°', -16.8, -180, 'FJI'],
    ['Chukotka, at 180°', 66, 180, 'RUS'],
    ['Chukotka, at -180°', 66, -180, 'RUS'],
    ['the South Pole', -90, 45.5, 'ATA'],
    ['the South Pole, from elsewhere', -90, -180, 'ATA'],
    ['the North Pole', 90, 45.5, ''],
    ['an ocean', -48.88, -123.39, ''],
  ])('%s', async (_, lat, lng, expected) => {
    expect(await countriesAt({ lat, lng })).toBe(expected);
  });

  test('5 km outside a border matches, 10 km outside does not', async () => {
    const degrees = (kilometres: number): number => kilometres / 111.195;
    for (const lng of [-120, -115.3, -110, -100]) {
      expect(await countriesAt({ lat: 49 - degrees(5), lng })).toBe('USA CAN');
      expect(await countriesAt({ lat: 49 + degrees(5), lng })).toBe('CAN USA');
      expect(await countriesAt({ lat: 49 - degrees(10), lng })).toBe('USA');
      expect(await countriesAt({ lat: 49 + degrees(10), lng })).toBe('CAN');
    }
  });

  test.each([
    [{ lat: -80, lng: 0 }, 'ATA', ''],
    [{ lat: 36.14, lng: -5.35 }, 'GIB ESP', 'ESP'],
  ])('primary_only leaves out the others at %j', async (point, all, primary) => {
    expect(await countriesAt({ ...point, primary_only: 'FALSE' })).toBe(all);
    expect(await countriesAt({ ...point, primary_only: 'True' })).toBe(primary);
  });
});

describe('the closest city of the country that holds the point', () => {
  // Each beside a border, with a city across it that is closer.
  test.each([
    ['FRA_Strasbourg', 48.57, 7.79, 'DEU_Kehl'],
    ['CAN_Windsor', 42.3185, -83.036, 'USA_Detroit'],
  ])('%s, though a city across the border is closer', async (id, lat, lng, closer) => {
    const { body } = await api.get<City>(CITY, { lat, lng });
    const both = await api.get<City[]>('/cities/findByIds', { city_ids: `${id},${closer}` });
    expect(body.data).toEqual(both.body.data[0]);
    const [own = NaN, other = NaN] = both.body.data.map(({ latlng }) =>
      distanceMeters({ latitude: lat, longitude: lng }, latlng),
    );
    expect(other).toBeLessThan(own);
  });

  test.each<[string, Query, string | RegExp]>([
    ['of all countries that hold it', { lat: 41.9034, lng: 12.4534 }, 'VAT_VaticanCity'],
    ['at any distance', { lat: 81, lng: -75 }, /^CAN_/],
    ['of a nearby country if none holds it', { lat: 43.72, lng: 7.44 }, /^(?:MCO|FRA)_/],
    ['at 180°', { lat: -16.8, lng: 180 }, 'FJI_Savusavu'],
    ['west of 180°', { lat: -16.8, lng: -179.95 }, 'FJI_Savusavu'],
    ['in Chukotka', { lat: 66.3, lng: 179.5 }, 'RUS_Egvekinot'],
    ['in Chukotka, at -180°', { lat: 66, lng: -180 }, 'RUS_Egvekinot'],
    ['primary', { lat: 43.7405, lng: 7.4283, primary_only: 'TRUE' }, 'MCO_Monaco'],
    ['primary or not', { lat: 43.7405, lng: 7.4283 }, /^MCO_(?!Monaco$)/],
  ])('%s', async (_, query, expected) => {
    expect(await cityAt(query)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected)); // prettier-ignore
  });

  test.each([
    ['in an ocean', { lat: -48.88, lng: -123.39 }],
    ['in a country without cities', { lat: -80, lng: 0 }],
    ['in a country without primary cities', { lat: -90, lng: 0, primary_only: true }],
  ])('the empty city %s', async (_, query) => {
    const { status, body } = await api.get(CITY, query);
    expect([status, JSON.stringify(body)]).toEqual([200, `{"status":"ok","data":${NO_CITY}}`]);
  });
});

describe.each([COUNTRY, CITY])('%s', (path) => {
  const ask = async (query: string): Promise<unknown> => (await api.get(path, query)).body.data;

  test('a land stands for the centre of its cell, whatever its corners are in', async () => {
    const at = ([lat, lng]: number[]): Promise<unknown> => ask(`lat=${lat}&lng=${lng}`);
    let divided = 0;
    for (const longitude of [-113, -110, -107, -104, -101, -98]) {
      for (const land of gridDisk(latLngToCell(49, longitude, 8), 1)) {
        const answer = await at(cellToLatLng(land));
        const corners = await Promise.all(cellToBoundary(land).map(at));
        if (corners.some((corner) => JSON.stringify(corner) !== JSON.stringify(answer)))
          divided += 1;
        expect(await ask(`land_id=${land}`)).toEqual(answer);
      }
    }
    expect(divided).toBeGreaterThan(3);
  });

  test.each([
    ['881FB46625fffFF', 'FRA'],
    ['889b436d59fffff', 'FJI'],
  ])('land_id=%s is in %s', async (land, country) => {
    expect(JSON.stringify(await ask(`land_id=${land}`))).toContain(country);
  });

  test.each([
    ['', ['land_id']],
    ['lat=48', ['lng']],
    [`land_id=${LAND}&lat=48&lng=2`, ['land_id']],
    ['lat=90.0001&lng=-180.0001', ['lat', 'lng']],
    ['lat=1&lat=1&lng=0', ['lat']],
    ['land_id=871fb4662ffffff', ['land_id']],
    ['lat=95&lng=0&lang=xx&primary_only=2', ['lang', 'lat', 'primary_only']],
  ])('rejects %j', async (query, parameters) => {
    const { status, body } = await api.get(path, query);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details?.map((detail) => detail.path).sort()).toEqual(parameters);
  });
});
