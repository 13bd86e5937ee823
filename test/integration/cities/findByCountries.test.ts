import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Api,
  createTestClient,
  builtInPrefix,
  type Query,
  startApi,
} from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { byPopulation, type City, ids } from '../../support/records.js';
import { readCities, type StoredCity } from '../../support/stored.js';

const PATH = '/cities/findByCountries';

let api: Api;
let cities: StoredCity[];
beforeAll(async () => {
  api = await startApi();
  const client = createTestClient();
  cities = byPopulation(await readCities(client, builtInPrefix()));
  await client.close();
});
afterAll(() => api.stop());

const list = async (query: Query): Promise<City[]> =>
  (await api.get<City[]>(PATH, query)).body.data;

const expected = (...countries: string[]): string[] =>
  ids(cities.filter(({ country_id }) => countries.includes(country_id)));

describe('answers', () => {
  test('the cities of a country, the most populous first, then by id', async () => {
    expect(ids(await list({ country_ids: 'LIE' }))).toEqual(expected('LIE'));
    const found = await list({ country_ids: 'LUX' });
    expect(found).toEqual(byPopulation(found));
    expect(ids(found)).toEqual(expected('LUX'));
    expect(found[0]?.id).toBe('LUX_Luxembourg');
  });

  test('those of several countries together', async () => {
    const all = expected('MCO', 'LIE', 'SMR');
    expect(ids(await list({ country_ids: 'smr, LIE ,Mco,SMR' }))).toEqual(all);
  });

  test('nothing for codes that do not exist, and no `missing`', async () => {
    const { body } = await api.get<City[]>(PATH, { country_ids: 'ABC,MCO' });
    expect(ids(body.data)).toEqual(expected('MCO'));
    expect(body).not.toHaveProperty('missing');
    expect(await list({ country_ids: 'ABC' })).toEqual([]);
    expect(await list({ country_ids: 'BVT' })).toEqual([]);
  });

  test('1,000 cities without limit, 10,000 at most', async () => {
    const all = expected('USA');
    expect(all.length).toBeGreaterThan(10_000);
    expect(ids(await list({ country_ids: 'USA' }))).toEqual(all.slice(0, 1_000));
    expect(ids(await list({ country_ids: 'USA', limit: 10_000 }))).toEqual(all.slice(0, 10_000));
  });

  test('500 codes', async () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const codes = letters.flatMap((one) => letters.map((other) => `X${one}${other}`)).slice(0, 499);
    expect(ids(await list({ country_ids: [...codes, 'MCO'].join(), limit: 3 }))).toEqual(
      expected('MCO', ...codes).slice(0, 3),
    );
  });
});

describe('pages', () => {
  test('have no gaps and no repeats where many cities are equally populous', async () => {
    const all = expected('CHE', 'AUT');
    const pages: string[] = [];
    for (let offset = 0; offset < all.length; offset += 997) {
      pages.push(...ids(await list({ country_ids: 'CHE,AUT', limit: 997, offset })));
    }
    expect(pages).toEqual(all);
  });

  test('reach to offset 100,000', async () => {
    const countries = [...new Set(cities.map(({ country_id }) => country_id))];
    const all = ids(cities);
    expect(all.length).toBeGreaterThan(110_000);
    const query = { country_ids: countries.join(), offset: 100_000 };
    expect(ids(await list({ ...query, limit: 10_000 }))).toEqual(all.slice(100_000, 110_000));
    expect(ids(await list({ ...query, limit: 1 }))).toEqual(all.slice(100_000, 100_001));
  });

  test('beyond the end are empty', async () => {
    expect(await list({ country_ids: 'MCO', offset: 1_000 })).toEqual([]);
  });
});

test.each([
  ['', 'country_ids'],
  ['country_ids=', 'country_ids'],
  ['country_ids=FRA,,DEU', 'country_ids'],
  ['country_ids=FR', 'country_ids'],
  ['country_ids=FRA&limit=0', 'limit'],
  ['country_ids=FRA&limit=10001', 'limit'],
  ['country_ids=FRA&limit=', 'limit'],
  ['country_ids=FRA&offset=100001', 'offset'],
  ['country_ids=FRA&offset=-1', 'offset'],
  ['country_ids=FRA&offset=1.0', 'offset'],
  ['country_ids=FRA&lang=tlh', 'lang'],
])('refuses %j', async (query, parameter) => {
  expect(await faultyParameters(api, PATH, query)).toEqual([parameter]);
});

test('refuses 501 codes', async () => {
  const query = { country_ids: Array.from({ length: 501 }, () => 'FRA').join() };
  expect(await faultyParameters(api, PATH, query)).toEqual(['country_ids']);
});

test('does not know primary_only, as the specification', async () => {
  const { headers, body } = await api.get<City[]>(PATH, 'country_ids=MCO&primary_only=true');
  expect(headers.get('x-ignored-params')).toBe('primary_only');
  expect(ids(body.data)).toEqual(expected('MCO'));
});
