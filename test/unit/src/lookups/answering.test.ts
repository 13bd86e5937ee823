import { expect, test } from '@jest/globals';
import { cities } from '../../../../indices/cities.js';
import { PrefixCache } from '../../../../src/lookups/cache/prefixes.js';
import { answerByName, type NameLookup } from '../../../../src/lookups/answering.js';
import { prefixLookup as lookup } from '../../../support/prefixLookup.js';

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
