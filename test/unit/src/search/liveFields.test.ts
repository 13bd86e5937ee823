import { expect, test } from '@jest/globals';
import { places } from '../../../../indices/places.js';
import { unfitFields } from '../../../../src/search/liveFields.js';

const wanted = places.mappings.properties;

test('an index of the same fields fits', () => {
  expect(unfitFields(wanted, wanted)).toEqual([]);
});

test('a field that is looked up must be indexed', () => {
  const stored = { type: 'keyword', index: false, doc_values: false } as const;
  expect(unfitFields(wanted, { ...wanted, category: stored })).toEqual(['category']);
  expect(unfitFields(wanted, { ...wanted, name: { type: 'keyword' } })).toEqual([]);
});

test('a field that is missing, or of another type', () => {
  const { website, ...others } = wanted ?? {};
  expect(website).toBeDefined();
  expect(unfitFields(wanted, { ...others, land_id: { type: 'text' } })).toEqual([
    'land_id',
    'website',
  ]);
});
