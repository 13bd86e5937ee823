import { expect, test } from '@jest/globals';
import { ClosestByCell } from '../../../../src/cities/closestByCell.js';
import type { City } from '../../../../src/cities/present.js';
import type { Search } from '../../../../src/search/search.js';
import { SetLive } from '../../../support/setLive.js';

const MEGABYTE = 2 ** 20;
const PARIS = { latitude: 48.8566, longitude: 2.3522 };
const live = new SetLive('1').now();
const asked = { point: PARIS, primaryOnly: false, language: 'en' } as const;
const closest = { id: 'FRA_0', latlng: PARIS } as City;

/** Finds so many cities within the radius, as far as the size allows; notes the sizes of the answers. */
function finding(count: number): { search: Search; radiiKm: number[] } {
  const radiiKm: number[] = [];
  const search = ((_: string, body: { size: number; query: object }) => {
    radiiKm.push(Number(/"distance":"([\d.]+)km"/.exec(JSON.stringify(body.query))?.[1]));
    const found = Array.from({ length: Math.min(count, body.size) }, (__, number) => ({
      _id: `FRA_${number}`,
      _source: { location: [PARIS.longitude + number / 100, PARIS.latitude] },
    }));
    return Promise.resolve(found);
  }) as unknown as Search;
  return { search, radiiKm };
}

async function learnTimes(search: Search, times: number): Promise<ClosestByCell> {
  const closestByCell = new ClosestByCell(search, [{ resource: 'cities' }], MEGABYTE);
  for (let time = 0; time < times; time += 1)
    await closestByCell.learn(asked, ['FRA'], closest, live);
  return closestByCell;
}

test('around a crowded cell smaller ones are tried, and after the smallest nothing more', async () => {
  const { search, radiiKm } = finding(500);
  const closestByCell = await learnTimes(search, 8);
  expect(radiiKm).toHaveLength(3);
  const [first = NaN, second = NaN, third = NaN] = radiiKm;
  expect(first > second && second > third).toBe(true);
  expect(closestByCell.recall(asked, ['FRA'], live)).toBeUndefined();
});

test('of a cell with fewer cities the closest one is known', async () => {
  const { search, radiiKm } = finding(20);
  const closestByCell = await learnTimes(search, 3);
  expect(radiiKm).toHaveLength(1);
  expect(closestByCell.recall(asked, ['FRA'], live)).toEqual({ id: 'FRA_0' });
  expect(closestByCell.recall(asked, ['DEU'], live)).toBeUndefined();
});
