import { countries } from '../../indices/countries.js';
import { AllDocuments } from '../lookups/cache/documents.js';
import type { Search } from '../search/search.js';
import { findAll, type StoredCountry } from './queries.js';

export type AllCountries = AllDocuments<StoredCountry>;

/** Caches all countries with their names in all languages: about 250 documents. */
export function createAllCountries(search: Search): AllCountries {
  return new AllDocuments(countries, async (live) => {
    const index = live.index(countries);
    const hits = await search<StoredCountry>(index, findAll(), 'short');
    return new Map(hits.map(({ _id, _source }) => [_id, _source]));
  });
}
