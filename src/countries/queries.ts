import type { Language } from '../../indices/languages.js';
import { searchablePrefix } from '../search/prefix.js';
import type { SearchBody } from '../search/search.js';
import type { FindByName } from './params.js';

/** More than there will ever be, and far below what one search may return. */
const ALL = 1_000;

/** The countries whose name in the language, or in any, begins with the token. */
export function findByName(parameters: FindByName): SearchBody {
  const { token, language, limit, primaryOnly, anyName } = parameters;
  const prefix = searchablePrefix(token);
  return {
    query:
      prefix === undefined
        ? { match_none: {} }
        : {
            bool: {
              filter: [
                { prefix: { [`folded.${anyName ? 'any' : language}`]: prefix } },
                ...(primaryOnly ? [{ term: { primary: true } }] : []),
              ],
            },
          },
    sort: [{ population: 'desc' }, { id: 'asc' }],
    size: Math.min(limit ?? ALL, ALL),
    // Of the names, only that of one language is read: all of them are most of what is stored.
    _source: ['id', `names.${language}`, 'continent', 'population'],
  };
}

/** All countries, in no order, with their names in all languages. */
export function allCountries(): SearchBody {
  return { query: { match_all: {} }, sort: ['_doc'], size: ALL, _source: true };
}

/** The part of a country that `findByName` reads. */
export interface CountrySummary {
  id: string;
  /** In the language asked at least. */
  names: Record<Language, string>;
  continent: string;
  population: number;
}

/** The part that is kept of every country. */
export interface NamedCountry extends CountrySummary {
  primary: boolean;
  area_km2: number;
}
