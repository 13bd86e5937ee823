import { expect, test } from '@jest/globals';
import type { RegionDocument } from '../../../../indices/regions.js';
import type { AllRegions } from '../../../../src/lookups/regionNames.js';
import { RegionSearch } from '../../../../src/regions/regionSearch.js';
import type { Snapshot } from '../../../../src/search/live.js';

const PROMINENCE = 5;
const BAVARIA = {
  ...{ id: 'DE.02', country_id: 'DEU', name: 'Bayern', names: { en: 'Bavaria', fr: 'Bavière' } },
  ...{ aliases: ['BY'], prominence: PROMINENCE, namesake: false, location: [11.5, 48.1] },
} as unknown as RegionDocument;
const BERLIN = {
  ...{ id: 'DE.16', country_id: 'DEU', name: 'Berlin', names: {}, aliases: [] },
  ...{ prominence: PROMINENCE, namesake: true, location: [13.4, 52.5] },
} as unknown as RegionDocument;

const allRegions = { find: () => Promise.resolve({ all: [BAVARIA, BERLIN] }) };
const countries = { idsOf: () => ['DEU'], languagesOf: () => ['de' as const] };
const search = new RegionSearch(allRegions as unknown as AllRegions, () => Promise.resolve(countries)); // prettier-ignore
const live = { index: () => '', version: () => '1' } as unknown as Snapshot;
const find = (token: string, more: object = {}) =>
  search.find({ token, language: 'en', withoutNamesakes: false, ...more }, live);

test.each([
  ['a whole name', 'Bavaria', {}, -0.5 + 0.4 + 1, null],
  ['the start of a name', 'Bavar', {}, -0.5, null],
  ['a code', 'BY', {}, -0.5 + 0.4 - 1.5, 'BY'],
  ['a typing error', 'Bavraia', {}, -0.5 - 2.7, null],
  ['a name at the very point', 'Bavaria', { near: { latitude: 48.1, longitude: 11.5 } }, -0.5 + 0.4 + 1 + 6, null],
])('%s: %s', async (_, token, more, weight, matchedName) => {
  const [found] = await find(token, more);
  expect(found).toMatchObject({ entity: { id: 'DE.02', name: 'Bavaria' }, matchedName });
  expect(found?.score).toBeCloseTo(PROMINENCE + weight, 6);
}); // prettier-ignore

test.each([
  ['short tokens have no typing errors', 'Bavi', {}, 0],
  ['tokens of five letters have', 'Bavra', {}, 1],
  ['other countries are left out', 'Bavaria', { countryIds: ['FRA'] }, 0],
  ['the given country is not', 'Bavaria', { countryIds: ['DEU'] }, 1],
  ['a region that is hardly more than its city is found', 'Berlin', {}, 1],
  ['a region that is hardly more than its city is left out beside cities', 'Berlin', { withoutNamesakes: true }, 0],
  ['no letters find nothing', ', ,', {}, 0],
])('%s: %s', async (_, token, more, count) => {
  expect(await find(token, more)).toHaveLength(count);
}); // prettier-ignore
