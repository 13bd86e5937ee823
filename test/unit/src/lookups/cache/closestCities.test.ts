import { expect, test } from '@jest/globals';
import { cellAt, cellOutline } from '../../../../../core/geo/cell.js';
import {
  ClosestCities,
  type FindCitiesWithin,
} from '../../../../../src/lookups/cache/closestCities.js';
import { SetLive } from '../../../../support/setLive.js';

const MEGABYTE = 2 ** 20;
const PARIS = { latitude: 48.8566, longitude: 2.3522 };
const live = new SetLive('1').now();
const choice = { countryIds: ['FRA'], primaryOnly: false };

/** Finds so many cities within each radius, as far as the size allows, and notes the radii. */
function finding(count: number): { findWithin: FindCitiesWithin; radiiKm: number[] } {
  const radiiKm: number[] = [];
  const findWithin: FindCitiesWithin = (_choice, _centre, radiusKm, max) => {
    radiiKm.push(radiusKm);
    const cities = Array.from({ length: Math.min(count, max) }, (_, number) => ({
      id: `FRA_${number}`,
      location: { latitude: PARIS.latitude, longitude: PARIS.longitude + number / 100 },
    }));
    return Promise.resolve(cities);
  };
  return { findWithin, radiiKm };
}

async function filled(findWithin: FindCitiesWithin, times: number): Promise<ClosestCities> {
  const closestCities = new ClosestCities(findWithin, [{ resource: 'cities' }], MEGABYTE);
  for (let time = 0; time < times; time += 1) await closestCities.fill(choice, PARIS, PARIS, live);
  return closestCities;
}

test('around a crowded cell smaller ones are tried, and after the smallest nothing more', async () => {
  const { findWithin, radiiKm } = finding(500);
  const closestCities = await filled(findWithin, 8);
  expect(radiiKm).toHaveLength(3);
  expect(radiiKm.toSorted((a, b) => b - a)).toEqual(radiiKm);
  // The closest city of any point of the cell must be within the radius: its diameter and more.
  expect(radiiKm[0]).toBeGreaterThan(
    (3 * (cellOutline(cellAt(PARIS, 6))?.radiusMeters ?? NaN)) / 1_000,
  );
  expect(closestCities.get(choice, PARIS, live)).toBeUndefined();
});

test('a cell with fewer cities answers, for the same choice only', async () => {
  const { findWithin, radiiKm } = finding(20);
  const closestCities = await filled(findWithin, 3);
  expect(radiiKm).toHaveLength(1);
  expect(closestCities.get(choice, PARIS, live)).toBe('FRA_0');
  expect(closestCities.get({ ...choice, countryIds: ['DEU'] }, PARIS, live)).toBeUndefined();
  expect(closestCities.get({ ...choice, primaryOnly: true }, PARIS, live)).toBeUndefined();
});

test('a tie, and a place without cities', async () => {
  const twice: FindCitiesWithin = () =>
    Promise.resolve(['FRA_a', 'FRA_b'].map((id) => ({ id, location: PARIS })));
  expect((await filled(twice, 2)).get(choice, PARIS, live)).toBeUndefined();
  const none = new ClosestCities(twice, [{ resource: 'cities' }], MEGABYTE);
  await none.fill(choice, PARIS, undefined, live);
  expect(none.get(choice, PARIS, live)).toBeNull();
});
