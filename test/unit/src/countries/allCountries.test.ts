import { expect, jest, test } from '@jest/globals';
import { AllCountries } from '../../../../src/countries/allCountries.js';
import type { Search } from '../../../../src/search/search.js';
import { fakeTimers } from '../../../support/each.js';
import { SetLive } from '../../../support/setLive.js';

fakeTimers();

/** Finds one country, and counts the searches. */
function counting() {
  let searches = 0;
  const search = (() => {
    searches += 1;
    return Promise.resolve([{ _id: 'FRA', _source: { id: 'FRA' } }]);
  }) as Search;
  return { all: new AllCountries(search, 2_000), searches: () => searches };
}

test('all countries are read once for each generation', async () => {
  const { all, searches } = counting();
  const [one, two] = [new SetLive('1').now(), new SetLive('2').now()];
  expect(all.get(one)).toBeUndefined();
  const [found] = await Promise.all([all.find(one), all.find(one)]);
  expect([...found.keys()]).toEqual(['FRA']);
  expect(all.get(one)).toBe(found);
  expect(await all.find(one)).toBe(found);
  expect(searches()).toBe(1);
  expect(all.get(two)).toBeUndefined();
  expect(await all.find(two)).not.toBe(found);
  expect(searches()).toBe(2);
});

test('while the generation is unknown, what was read is used for two seconds', async () => {
  const { all, searches } = counting();
  const { unknown } = new SetLive('1');
  await Promise.all([all.find(unknown), all.find(unknown)]);
  expect(all.get(unknown)).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1_999);
  await all.find(unknown);
  expect(searches()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  await all.find(unknown);
  expect(searches()).toBe(2);
});
