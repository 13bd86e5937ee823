import { describe, expect, test } from '@jest/globals';
import { cellToCenterChild, getRes0Cells, gridDisk } from 'h3-js';
import { EMPTY_CITY } from '../../../src/cities/present.js';
import { presentTerritory } from '../../../src/countries/present.js';
import type { StoredCountry } from '../../../src/countries/queries.js';
import { presentResource } from '../../../src/data/present.js';
import { presentLocated } from '../../../src/locate/present.js';
import { findByRadius, update } from '../../../src/markers/params.js';
import { findByLocation as placesAround } from '../../../src/places/params.js';
import { ApiError } from '../../../src/errors.js';
import { type ParameterRules, readQuery } from '../../../src/parameters/rules.js';
import { BATCHES, LOOKUPS } from '../../support/endpoints.js';
import { faultsOf } from './parameters/readings.js';

// Edge values that lookups over HTTP do not reach.

const SCATTERED = getRes0Cells().map((cell) => cellToCenterChild(cell, 8));

test('a city at the very point is 0 km away', () => {
  const point = { latitude: 1, longitude: 2 };
  const city = { ...EMPTY_CITY, latlng: point };
  const located = presentLocated(point, [], city, undefined, null);
  expect(located.city_distance_km).toBe(0);
});

test('a batch whose time is over searches nothing', async () => {
  const [locate] = BATCHES;
  const each = locate?.element.read({ lat: 1, lng: 2 }, new Map()) ?? {};
  const shared = locate && readQuery('', locate.parameters).parameters;
  const live = { index: () => '', version: () => undefined };
  const { signal } = new AbortController();
  const answering = locate?.handle([{ ...shared, ...each }], live, performance.now(), signal);
  await expect(answering).rejects.toThrow('could not be answered in time');
});

test('no share of no documents is NaN', () => {
  const live = { index: 'i', version: undefined, state: {} };
  const { languages } = presentResource('cities', live, { documents: 0, named: { en: 0 } });
  expect(languages).toEqual({ en: 0 });
});

test('of two countries that hold a point the smaller one comes first, then those nearby', () => {
  const country = (id: string, area_km2: number) =>
    [id, { id, names: { en: id }, area_km2, primary: true } as StoredCountry] as const;
  const stored = new Map([country('SWE', 450_000), country('ALA', 1_500), country('AUT', 1)]);
  const found = (id: string, isInside: boolean) => ({ id, isInside });
  const countries = [found('SWE', true), found('ALA', true), found('AUT', false)];
  const lookup = { point: { latitude: 60, longitude: 20 }, primaryOnly: false, language: 'en' } as const; // prettier-ignore
  const shown = presentTerritory({ countries, decidingIds: [] }, stored, lookup);
  expect(shown.map(({ id }) => id)).toEqual(['ALA', 'SWE', 'AUT']);
});

test.each([
  ['a'.repeat(100), []],
  ['𠮷'.repeat(100), []],
  ['a'.repeat(101), ['categories']],
  ['a,%20,b', ['categories']],
])('categories=%s', (list, faults) => {
  const query = `land_id=881fb46625fffff&categories=${list}`;
  expect(Object.keys(faultsOf(placesAround, query))).toEqual(faults);
});

test.each([
  ['/places/findByLocation', 'land_id=881fb46625fffff&k=4', 1, 1],
  ['/places/findByLocation', 'land_id=881fb46625fffff&k=10', 4, 4],
  ['/lands/findByLocation', 'land_id=881fb46625fffff&k=10', 7, 7],
  ['/cities/findByIds', `city_ids=${Array.from({ length: 500 }, (_, id) => id).join()}`, 10, 10],
  ['/lands/findByIds', `land_ids=${gridDisk('881fb46625fffff', 5).join()}`, 2, 2],
  ['/lands/findByIds', `land_ids=${SCATTERED.slice(0, 100).join()}`, 15, 15],
  ['/locate', 'lat=1&lng=2', 3, 1],
  ['/cities/findByName', 'token=a&any_name=true&lat=1&lng=2', 3, 3],
  ['/cities/findByName', 'token=a&limit=1000', 10, 10],
  ['/cities/findByName', 'token=a&match=fuzzy&limit=1', 5, 5],
  ['/countries/findByName', 'token=a', 1, 1],
  ['/countries/findByName', 'token=a&match=fuzzy', 5, 5],
  ['/search', 'token=a&limit=1', 5, 5],
  ['/cities/findByCountries', 'country_ids=FRA&limit=500', 5, 5],
  ['/cities/findByCountries', 'country_ids=FRA&limit=500&offset=1', 6, 6],
  ['/markers/findByRadius', 'lat=1&lng=2&season=7&radius=5000', 1, 1],
  // Four times the area.
  ['/markers/findByRadius', 'lat=1&lng=2&season=7&radius=10000', 4, 4],
])('%s?%s counts as %d, and as %d without a search', (path, query, cost, derived) => {
  const endpoint = LOOKUPS.find((each) => each.path === path);
  if (endpoint === undefined) throw new Error('no lookup');
  const { parameters } = readQuery(query, endpoint.parameters);
  const costs = [false, true].map((isDerived) =>
    Math.ceil(endpoint.cost?.(parameters, isDerived) ?? 1),
  );
  expect(costs).toEqual([cost, derived]);
});

describe('markers', () => {
  const query = { lat: '1', lng: '2', radius: '3', season: '4' };
  test.each([
    [
      'radius',
      ['50000', '0.001', '1', '5.0E4', '5e-324'],
      ['0', '-1', '50000.1', '5.1e4', '1e-999', '', '1km', 'Infinity'],
    ],
    ['season', ['0', '1000000'], ['-1', '1000001', '1.5', '', 'x']],
  ])('findByRadius takes or rejects %s', (name, accepted, rejected) => {
    const faults = (value: string): string[] =>
      Object.keys(faultsOf(findByRadius, new URLSearchParams({ ...query, [name]: value }).toString())); // prettier-ignore
    for (const value of accepted) expect([value, faults(value)]).toEqual([value, []]);
    for (const value of rejected) expect([value, faults(value)]).toEqual([value, [name]]);
  });

  /** The faulty members of a body. */
  function faulty(rules: ParameterRules<unknown>, body: Record<string, unknown>): string[] {
    try {
      rules.read(body, new Map());
      return [];
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return error.details.map(({ path }) => path).sort();
    }
  }

  const BUILD = { id: 'a', season: 7, icon: 12 };
  test.each([
    ['season', [0, 1_000_000, 7.0], [-1, 1_000_001, 1.5, '7', null, true, [7], 2 ** 60]],
    ['icon', [0, 1_000_000], [-1, 1_000_001, 0.5, '12', null, {}]],
    ['id', ['a', ' ', 'ä/../b', '\u0000', 'x'.repeat(2_000)], ['', 1, null, ['a'], '\ud800', 'a\udc00']], // prettier-ignore
    ['skin', ['', ' ', 'x'.repeat(64), '🏰'.repeat(64), '\n'], ['x'.repeat(65), '🏰'.repeat(65), null, 1, '\ud83c', 'a\udfff']], // prettier-ignore
  ])('update takes or rejects %s', (name, accepted, rejected) => {
    const faults = (value: unknown): string[] => faulty(update, { ...BUILD, [name]: value });
    for (const value of accepted) expect([value, faults(value)]).toEqual([value, []]);
    for (const value of rejected) expect([value, faults(value)]).toEqual([value, [name]]);
  });

  test.each([
    [
      { ...BUILD, season: '7' },
      'season: must be a number, not a text: an integer from 0 to 1000000',
    ],
    [{ ...BUILD, icon: '1.5' }, 'icon: must be an integer from 0 to 1000000'],
  ])('a number as a text is named: %j', (body, message) => {
    const [name = '', text] = message.split(': must');
    const details = [{ path: name, message: `must${text}` }];
    expect(() => update.read(body, new Map())).toThrow(expect.objectContaining({ details }));
  });

  test('texts of a body are taken literally', () => {
    const read = update.read({ ...BUILD, id: ' a ', skin: ' Gold ' }, new Map());
    expect(read).toMatchObject({ id: ' a ', built: { skin: ' Gold ' } });
  });
});
