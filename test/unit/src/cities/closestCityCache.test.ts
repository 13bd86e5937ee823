import { expect, test } from '@jest/globals';
import { cellAt, cellOutline } from '../../../../core/geo/cell.js';
import { ClosestCityCache } from '../../../../src/cities/closestCityCache.js';
import type { Search, SearchBody } from '../../../../src/search/search.js';
import { SetLive } from '../../../support/setLive.js';

const MEGABYTE = 2 ** 20;
const PARIS = { latitude: 48.8566, longitude: 2.3522 };
const live = new SetLive('1').now();
const choice = { countryIds: ['FRA'], primaryOnly: false };

/** Finds so many cities within each radius, as far as the size allows, and notes the radii. */
function finding(count: number) {
  const radiiKm: number[] = [];
  const search = ((_index: string, { query, size = 0 }: SearchBody) => {
    radiiKm.push(Number(/"distance":"(.*?)km"/.exec(JSON.stringify(query))?.[1]));
    const cities = Array.from({ length: Math.min(count, size) }, (_, number) => ({
      _id: `FRA_${number}`,
      _source: { location: [PARIS.longitude + number / 100, PARIS.latitude] },
    }));
    return Promise.resolve(cities);
  }) as Search;
  return { search, radiiKm };
}

async function filled(search: Search, times: number): Promise<ClosestCityCache> {
  const cache = new ClosestCityCache(search, MEGABYTE);
  for (let time = 0; time < times; time += 1) await cache.fill(choice, PARIS, PARIS, live);
  return cache;
}

test('around a crowded cell smaller ones are tried, and after the smallest nothing more', async () => {
  const { search, radiiKm } = finding(500);
  const closestCities = await filled(search, 8);
  expect(radiiKm).toHaveLength(3);
  expect(radiiKm.toSorted((a, b) => b - a)).toEqual(radiiKm);
  // The closest city of any point of the cell must be within the radius: its diameter and more.
  expect(radiiKm[0]).toBeGreaterThan(
    (3 * (cellOutline(cellAt(PARIS, 6))?.radiusMeters ?? NaN)) / 1_000,
  );
  expect(closestCities.get(choice, PARIS, live)).toBeUndefined();
});

test('a cell with fewer cities answers, for the same choice only', async () => {
  const { search, radiiKm } = finding(20);
  const closestCities = await filled(search, 3);
  expect(radiiKm).toHaveLength(1);
  expect(closestCities.get(choice, PARIS, live)).toBe('FRA_0');
  expect(closestCities.get({ ...choice, countryIds: ['DEU'] }, PARIS, live)).toBeUndefined();
  expect(closestCities.get({ ...choice, primaryOnly: true }, PARIS, live)).toBeUndefined();
});

test('a tie, and a place without cities', async () => {
  const location = [PARIS.longitude, PARIS.latitude];
  const twice = (() =>
    Promise.resolve(['FRA_a', 'FRA_b'].map((_id) => ({ _id, _source: { location } })))) as Search;
  expect((await filled(twice, 2)).get(choice, PARIS, live)).toBeUndefined();
  const none = new ClosestCityCache(twice, MEGABYTE);
  await none.fill(choice, PARIS, undefined, live);
  expect(none.get(choice, PARIS, live)).toBeNull();
});

test.each([
  ['batch', 2],
  [undefined, 16],
] as const)('with expectation %s, at most %d cells are filled at the same time', async (expectation, most) => {
  let searches = 0;
  const search: Search = () => {
    searches += 1;
    return new Promise(() => undefined);
  };
  const cache = new ClosestCityCache(search, MEGABYTE);
  for (let number = 0; number < 80; number += 1) {
    const point = { ...PARIS, longitude: PARIS.longitude + Math.floor(number / 2) };
    void cache.fill(choice, point, point, live, expectation);
  }
  await Promise.resolve();
  expect(searches).toBe(most);
}); // prettier-ignore
