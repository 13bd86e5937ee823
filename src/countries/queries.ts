import { BY_POPULATION, countriesNamed } from '../../core/queries/names.js';
import { primary } from '../../core/queries/nearby.js';
import type { CountryDocument } from '../../indices/countries.js';
import type { Hit, SearchBody } from '../search/search.js';
import type { FindByName } from './params.js';

/** More than there are countries, and far below the most hits of one search. */
const ALL = 1_000;

/** Finds the countries whose name, in the language or in any, starts with the prefix. */
export function findByName(parameters: FindByName): SearchBody {
  const { prefix, language, limit, primaryOnly, anyName } = parameters;
  return {
    query: {
      bool: {
        filter: [countriesNamed(prefix, anyName ? 'any' : language), ...primary(primaryOnly)],
      },
    },
    sort: BY_POPULATION,
    size: Math.min(limit ?? ALL, ALL),
    // The names in all languages are most of a document, so only one of them is read.
    _source: ['id', `names.${language}`, 'continent', 'population'],
  };
}

/** Finds all countries, by id, with their names in all languages. */
export function findAll(): SearchBody {
  return { query: { match_all: {} }, sort: [{ id: 'asc' }], size: ALL, _source: true, docvalue_fields: DERIVED }; // prettier-ignore
}

const DERIVED = ['prominence', 'languages'];

/** Returns a country with the fields that are indexed only. */
export function withDerived({ _source, fields = {} }: Hit<StoredCountry>): StoredCountry {
  const { prominence: [prominence] = [], languages = [] } = fields;
  return {
    ..._source,
    ...(prominence !== undefined && { prominence }),
    languages,
  } as StoredCountry;
}

/** The fields of a country that `findByName` reads; of the names, at least that in its language. */
export type CountrySummary = Pick<CountryDocument, 'id' | 'names' | 'continent' | 'population'>;

/** The fields of a country that `findAll` reads. Generations of earlier versions lack some. */
export type StoredCountry = CountrySummary &
  Pick<CountryDocument, 'primary' | 'area_km2'> &
  Partial<Pick<CountryDocument, 'aliases' | 'prominence' | 'languages'>>;
