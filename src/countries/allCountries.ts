import { countries } from '../../indices/countries.js';
import { WholeResource } from '../lookups/cache/wholeResource.js';
import type { Search } from '../search/search.js';
import { findAll, type StoredCountry, withDerived } from './queries.js';

/** All countries by their ids. */
export type CountriesById = ReadonlyMap<string, StoredCountry>;

/** Caches all countries with their names in all languages: about 250 documents. */
export class AllCountries extends WholeResource<CountriesById> {
  constructor(search: Search, validMs?: number) {
    const read = async (index: string) => {
      const hits = await search<StoredCountry>(index, findAll(), 'short');
      return new Map(hits.map((hit) => [hit._id, withDerived(hit)]));
    };
    super(countries, read, validMs);
  }
}
