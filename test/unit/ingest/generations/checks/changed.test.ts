import { expect, test } from '@jest/globals';
import { percent } from '../../../../../core/cli/share.js';
import { BUILT_IN_PLACES, faultsOf } from '../../../../../ingest/generations/checks/changed.js';
import { builtInPlaces } from '../../../../../ingest/places/builtIn.js';

const city = {
  location: [2.3488, 48.85341],
  'names.fr': 'Paris',
  'names.de': 'Paris',
  region_name: 'Île-de-France',
  population: 2_138_551,
};

test.each([
  [{}, []],
  [{ location: [2.5, 48.9], 'names.fr': 'Lutèce', population: 1 }, []],
  [{ location: [48.85341, 2.3488] }, ['moved by 6793 km']],
  [{ location: [2.3488, 49.1] }, ['moved by 27 km']],
  [{ 'names.de': undefined, region_name: null, population: 0 }, ['lost a name', 'lost its region', 'lost its population']],
])('a city that becomes %j', (change, faults) => {
  expect(faultsOf(city, { ...city, ...change })).toEqual(faults);
  expect(faultsOf({ ...city, ...change }, city).filter((fault) => fault.startsWith('lost'))).toEqual([]);
}); // prettier-ignore

test('the built-in places, and no others, are found by their ids', async () => {
  const pattern = new RegExp(`^(${BUILT_IN_PLACES.regexp.id})$`);
  const others: string[] = [];
  for await (const row of builtInPlaces().rows())
    if (!('cells' in row && pattern.test(String(row.cells.id)))) others.push(JSON.stringify(row));
  expect(others).toEqual([]);
  expect(pattern.test('own-1')).toBe(false);
});

test.each([
  [0.2, '20 %'],
  [0.12345, '12.35 %'],
])('a share of %d is %s', (share, text) => {
  expect(percent(share)).toBe(text);
});
