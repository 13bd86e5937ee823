import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../../indices/languages.js';
import { countDocuments, readCounted } from '../../../../src/data/queries.js';

const filtersOf = (resource: string): unknown =>
  countDocuments(resource).aggs?.documents?.filters?.filters;

test('cities are counted, and those with a name in each language', () => {
  expect(countDocuments('cities').size).toBe(0);
  const filters = filtersOf('cities') as Record<string, unknown>;
  expect(Object.keys(filters)).toEqual(['all', ...LANGUAGES]);
  expect(filters).toMatchObject({ all: { match_all: {} }, fr: { exists: { field: 'names.fr' } } });
});

test('names of countries are not indexed, but their folded ones are', () => {
  expect(filtersOf('countries')).toMatchObject({ fr: { exists: { field: 'folded.fr' } } });
});

test('what has no names in languages is only counted', () => {
  for (const resource of ['lands', 'places', 'markers'])
    expect(filtersOf(resource)).toEqual({ all: { match_all: {} } });
});

test('the numbers are read', () => {
  const documents = [
    { key: 'all', doc_count: 4 },
    { key: 'en', doc_count: 3 },
    { key: 'fr', doc_count: 0 },
  ];
  expect(readCounted({ hits: [], buckets: { documents } })).toEqual({
    documents: 4,
    named: { en: 3, fr: 0 },
  });
});
