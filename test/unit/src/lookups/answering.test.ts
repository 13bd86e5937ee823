import { expect, test } from '@jest/globals';
import { cities } from '../../../../indices/cities.js';
import { searchablePrefix } from '../../../../indices/fold.js';
import { PrefixCache } from '../../../../src/lookups/cache/prefixes.js';
import { answerByName, type NameLookup } from '../../../../src/lookups/answering.js';

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

test('lookups share an answer only if nothing but the spelling of the token differs', () => {
  const stores = { search: () => Promise.resolve([]), prefixes: new PrefixCache(0) };
  const reading = {
    query: () => ({}),
    present: () => ({ name: 'Saintes' }),
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
