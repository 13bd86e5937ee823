import { expect, test } from '@jest/globals';
import { cities } from '../../../../indices/cities.js';
import { searchablePrefix } from '../../../../indices/fold.js';
import { PrefixCache } from '../../../../src/lookups/cache/prefixes.js';
import { answerByName, type NameLookup } from '../../../../src/lookups/answering.js';

const MEGABYTE = 2 ** 20;
const VERSION = 'v1';
const SAINT_DENIS = { id: 1, name: 'Saint-Denis' };
const SAINT_DIZIER = { id: 2, name: 'Saint-Dizier' };
const SAINTES = { id: 3, name: 'Saintes' };
const ALL = [SAINT_DENIS, SAINTES, SAINT_DIZIER];

const lookup = (token: string, others: Partial<NameLookup> = {}): NameLookup => ({
  token,
  prefix: searchablePrefix(token),
  limit: 10,
  anyName: false,
  primaryOnly: false,
  language: 'fr',
  match: 'prefix',
  ...others,
});

/** Knows all that begin with "saint". */
function known(found = ALL, asked = lookup('Saint')): PrefixCache {
  const prefixes = new PrefixCache(MEGABYTE);
  prefixes.put('cities', asked, VERSION, found);
  return prefixes;
}

function recall(prefixes: PrefixCache, asked: NameLookup, version = VERSION) {
  return prefixes.get('cities', asked, version);
}

test.each([
  ['saint', ALL],
  ['SAINT', ALL],
  ['saint d', [SAINT_DENIS, SAINT_DIZIER]],
  ['Saint-Dé', [SAINT_DENIS]],
  ['sainte', [SAINTES]],
  ['saint x', []],
])('%s is in what begins with a shorter one, in its order', (token, expected) => {
  expect(recall(known(), lookup(token))).toEqual(expected);
});

test('a smaller limit takes the first ones, a larger one or none takes all', () => {
  expect(recall(known(), lookup('saint d', { limit: 1 }))).toEqual([SAINT_DENIS]);
  expect(recall(known(), lookup('saint d', { limit: undefined }))).toHaveLength(2);
  expect(recall(known(), lookup('saint', { limit: 1_000 }))).toHaveLength(3);
});

test.each([
  ['a shorter beginning', lookup('sain')],
  ['another language', lookup('saint', { language: 'de' })],
  ['primary ones', lookup('saint', { primaryOnly: true })],
  ['names in all languages', lookup('saint d', { anyName: true })],
  ['nothing that can be compared', lookup('-')],
  ['fuzzy matches', lookup('saint d', { match: 'fuzzy' })],
  ['cities of a country', lookup('saint d', { countryIds: ['FRA'] })],
  ['what is near', lookup('saint d', { near: { latitude: 1, longitude: 2 } })],
])('%s must be asked for', (_, asked) => {
  expect(recall(known(), asked)).toBeUndefined();
});

test.each([
  ['as many were found as were asked for: there may be more', ALL, lookup('saint', { limit: 3 })],
  [
    'one was found by another name than it shows',
    [SAINTES, { id: 4, name: 'Xanten' }],
    lookup('saint'),
  ],
  ['they were found by names in all languages', ALL, lookup('saint', { anyName: true })],
])('nothing is learned when %s', (_, found, asked) => {
  expect(recall(known(found, asked), lookup('saint d'))).toBeUndefined();
});

test('lookups share an answer only if nothing but the spelling of the token differs', () => {
  const stores = { search: () => Promise.resolve([]), prefixes: new PrefixCache(0) };
  const reading = {
    query: () => ({}),
    present: () => SAINTES,
    matches: () => Promise.resolve([]),
  };
  const { canonical } = answerByName<NameLookup, unknown>(cities, stores, reading);
  const different = [
    ...['saint', 'sain', 'saint d', '-'].map((token) => lookup(token)),
    ...[{ limit: 3 }, { limit: undefined }, { anyName: true }, { primaryOnly: true }].map((others) => lookup('saint', others)),
    lookup('saint', { language: 'de' }),
    lookup('saint', { match: 'fuzzy' }),
    lookup('saint', { countryIds: ['FRA'] }),
    lookup('saint', { near: { latitude: 1, longitude: 2 } }),
  ]; // prettier-ignore
  expect(new Set(different.map((each) => canonical?.(each))).size).toBe(different.length);
  expect(canonical?.(lookup('SÀINT'))).toBe(canonical?.(lookup('saint')));
});
