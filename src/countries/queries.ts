import type { Language } from '../../indices/languages.js';
import { countriesAt } from '../store/borders.js';
import { searchablePrefix } from '../store/prefix.js';
import type { SearchBody } from '../store/search.js';
import type { FindAll, FindByIds, FindByLocation, FindByName } from './params.js';

/** More than there will ever be, and far below what one search may return. */
const ALL = 1_000;

/** All countries, or the primary ones, in the alphabetical order of the language. */
export function findAll({ limit, offset, primaryOnly, language }: FindAll): SearchBody {
  return {
    query: primaryOnly ? { bool: { filter: primary() } } : { match_all: {} },
    sort: [{ [`rank.${language}`]: 'asc' }],
    size: Math.min(limit ?? ALL, ALL),
    from: Math.min(offset, ALL),
    _source: summary(language),
  };
}

export function findByIds({ ids, language }: FindByIds): SearchBody {
  return {
    query: { ids: { values: ids } },
    size: ids.length,
    _source: summary(language),
  };
}

/** The countries that hold the point, then the nearby ones. */
export function findByLocation({ point, primaryOnly, language }: FindByLocation): SearchBody {
  return countriesAt(point, primaryOnly ? primary() : [], summary(language));
}

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
                ...(primaryOnly ? primary() : []),
              ],
            },
          },
    sort: [{ population: 'desc' }, { id: 'asc' }],
    size: Math.min(limit ?? ALL, ALL),
    _source: summary(language),
  };
}

function primary(): [{ term: { primary: true } }] {
  return [{ term: { primary: true } }];
}

/** Of the names, only that of one language is read: all of them are most of what is stored. */
function summary(language: Language): string[] {
  return ['id', `names.${language}`, 'continent', 'population'];
}

/** All countries, in no order, with their names in all languages. */
export function allCountries(): SearchBody {
  return { query: { match_all: {} }, sort: ['_doc'], size: ALL, _source: true };
}

/** The part of a country that the queries above read. */
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
}
