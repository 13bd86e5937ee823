import type { estypes } from '@elastic/elasticsearch';
import type { Language, Names } from '../../indices/languages.js';
import { searchablePrefix } from '../store/prefix.js';
import type { Expectation, SearchBody } from '../store/search.js';
import type { FindByCountries, FindByIds, FindByLocation, FindByName } from './params.js';

/** The fields of `_source` that the queries ask for. */
export interface CitySummary {
  id: string;
  country_id: string;
  name: string;
  names?: Names;
  region_name: string | null;
  region_names?: Names;
  population: number;
  location: [longitude: number, latitude: number];
}

/** As many as are asked of countries where no limit is given. */
const USUAL_LIMIT = 1_000;

/** The order in which the index is sorted, so that a search can stop at its first results. */
const BY_POPULATION: estypes.Sort = [{ population: 'desc' }, { id: 'asc' }];

export function findByIds({ ids, primaryOnly, language }: FindByIds): SearchBody {
  return {
    query: { bool: { filter: [{ ids: { values: ids } }, ...primary(primaryOnly)] } },
    size: ids.length,
    _source: summary(language),
  };
}

/** All cities of the countries, the most populous first. */
export function findByCountries(parameters: FindByCountries): SearchBody {
  const { countryIds, limit, offset, language } = parameters;
  return {
    query: { bool: { filter: [{ terms: { country_id: countryIds } }] } },
    sort: BY_POPULATION,
    size: limit,
    from: offset,
    _source: summary(language),
  };
}

/** Tells whether a lookup by countries usually finds few cities: most countries have no more. */
export function expectationOf({ limit, offset }: FindByCountries): Expectation {
  return limit <= USUAL_LIMIT && offset === 0 ? 'short' : 'long';
}

/** The cities whose name in the language begins with the token. */
export function findByName({ token, limit, primaryOnly, language }: FindByName): SearchBody {
  const prefix = searchablePrefix(token);
  const matching = prefix === undefined ? { match_none: {} } : namesMatch(prefix, language);
  return {
    query: { bool: { filter: [matching, ...primary(primaryOnly)] } },
    sort: BY_POPULATION,
    size: limit,
    _source: summary(language),
  };
}

/**
 * Matches the cities whose name in the language begins with a folded, non-empty prefix. A city
 * without a name of its own in that language is matched by its default name.
 */
function namesMatch(prefix: string, language: Language): estypes.QueryDslQueryContainer {
  const translated = `folded.${language}`;
  return {
    bool: {
      should: [
        { prefix: { [translated]: prefix } },
        {
          bool: {
            filter: [{ prefix: { 'folded.default': prefix } }],
            must_not: [{ exists: { field: translated } }],
          },
        },
      ],
    },
  };
}

/**
 * The city of these countries that is closest to the point, by great-circle distance: a
 * `distance_feature` skips what cannot be closer, which sorting by `_geo_distance` does not.
 */
export function findClosest(
  countryIds: string[],
  { point, primaryOnly, language }: FindByLocation,
): SearchBody {
  const origin: [number, number] = [point.longitude, point.latitude];
  return {
    query: {
      bool: {
        filter: [{ terms: { country_id: countryIds } }, ...primary(primaryOnly)],
        should: [{ distance_feature: { field: 'location', origin, pivot: '1km' } }],
      },
    },
    size: 1,
    _source: summary(language),
  };
}

function primary(only: boolean): estypes.QueryDslQueryContainer[] {
  return only ? [{ term: { primary: true } }] : [];
}

/** Of the names, only those of one language are read. */
function summary(language: Language): string[] {
  const always = ['id', 'country_id', 'name', 'region_name', 'population', 'location'];
  return [...always, `names.${language}`, `region_names.${language}`];
}
