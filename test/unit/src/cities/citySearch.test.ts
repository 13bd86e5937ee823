import { expect, jest, test } from '@jest/globals';
import { CitySearch } from '../../../../src/cities/citySearch.js';
import type { Hit, Search } from '../../../../src/search/search.js';
import { SetLive } from '../../../support/setLive.js';

const lookup = {
  language: 'en', limit: 5, near: { latitude: 48.1, longitude: 11.6 }, primaryOnly: false, countryIds: undefined,
} as const; // prettier-ignore

const hit = (name: string, population: number): Hit<object> => ({
  _id: name,
  _source: { id: name, country_id: 'DEU', name, population, location: [11.6, 48.1] },
});

/** Finds cities among the same hits in each search. */
async function find(token: string, hits: readonly Hit<object>[]) {
  const search = jest.fn<(...asked: Parameters<Search>) => Promise<typeof hits>>();
  search.mockResolvedValue(hits);
  const citySearch = new CitySearch(search as unknown as Search, () =>
    Promise.resolve({ idsOf: () => [], languagesOf: () => [] }),
  );
  const found = await citySearch.find({ ...lookup, token }, new SetLive('1').now());
  return { found, costs: search.mock.calls.map(([, , cost]) => cost) };
}

test.each([
  ['munich', 12_000, 2],
  ['munich', 13_000, 1],
  // The searches that look in the region also look elsewhere.
  ['munich, nowhere', 13_000, 2],
  // With one error a city of 330,000 is sure.
  ['schweinfrt', 300_000, 3],
  ['schweinfrt', 330_000, 2],
])('%s and a city of %d inhabitants, at the caller: %d searches, as from anywhere', async (token, population, searches) => {
  const { found, costs } = await find(token, [hit(token.startsWith('munich') ? 'Munich' : 'Schweinfurt', population)]);
  expect(found).toHaveLength(1);
  expect(costs).toHaveLength(searches);
}); // prettier-ignore

test('each search says its cost', async () => {
  const { costs } = await find('abcdefghij klmnopqrst', []);
  expect(costs).toEqual([{ letters: 0 }, { letters: 4 }, { letters: 24 }]);
});

test('a candidate that several searches find is compared once', async () => {
  let comparisons = 0;
  const candidate = { ...hit('Santa Sabina', 99), get fields() { comparisons += 1; return {}; } }; // prettier-ignore
  const compare = async (token: string) => {
    comparisons = 0;
    await find(token, [candidate]);
    return comparisons;
  };
  const once = await compare('santa');
  expect(once).toBeGreaterThan(0);
  expect(await compare('sanda sanda')).toBe(once);
});

test('other requests have their turn while 106 candidates are compared', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const hits = Array.from({ length: 106 }, (_, at) => hit(`Munich ${at}`, 1e7));
  const { found } = await find('munich', hits);
  clearImmediate(ticking);
  expect(found).toHaveLength(106);
  expect(turns).toBeGreaterThanOrEqual(10);
});
