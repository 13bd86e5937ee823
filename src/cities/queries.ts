import type { estypes } from '@elastic/elasticsearch';
import type { CityDocument } from '../../indices/cities.js';
import type { Language } from '../../indices/languages.js';
import type { Point } from '../../core/geo/point.js';
import { searchablePrefix } from '../search/prefix.js';
import type { Expectation, SearchBody } from '../search/search.js';
import type { FindByCountries, FindByLocation, FindByName } from './params.js';

/** A city as the queries read it: its names in one language are stored apart. */
export type CitySummary = Omit<CityDocument, 'names' | 'region_names' | 'folded'>;

/** As many as are asked of countries where no limit is given. */
const USUAL_LIMIT = 1_000;

/** The order in which the index is sorted, so that a search can stop at its first results. */
const BY_POPULATION: estypes.Sort = [{ population: 'desc' }, { id: 'asc' }];

/** The cities with these ids, whether primary or not. */
export function findByIds(ids: readonly string[], language: Language): SearchBody {
  return {
    query: { bool: { filter: [{ ids: { values: [...ids] } }] } },
    size: ids.length,
    ...summary(language),
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
    ...summary(language),
  };
}

/** Tells whether a lookup by countries usually finds few cities: most countries have no more. */
export function expectationOf({ limit, offset }: FindByCountries): Expectation {
  return limit <= USUAL_LIMIT && offset === 0 ? 'short' : 'long';
}

/** The cities whose name in the language, or in any, begins with the token. */
export function findByName(parameters: FindByName): SearchBody {
  const { token, limit, primaryOnly, language, anyName } = parameters;
  const prefix = searchablePrefix(token);
  return {
    query: {
      bool: { filter: [matching(prefix, anyName ? 'any' : language), ...primary(primaryOnly)] },
    },
    sort: BY_POPULATION,
    size: limit,
    ...summary(language),
  };
}

/**
 * Matches the cities whose name begins with a folded prefix. One without a name of its own in the
 * language is matched by its default name.
 */
function matching(
  prefix: string | undefined,
  language: Language | 'any',
): estypes.QueryDslQueryContainer {
  if (prefix === undefined) return { match_none: {} };
  const field = `folded.${language}`;
  const byDefault = { prefix: { 'folded.default': prefix } };
  const unlessTranslated = {
    bool: { filter: [byDefault], must_not: [{ exists: { field } }] },
  };
  return {
    bool: {
      should: [{ prefix: { [field]: prefix } }, language === 'any' ? byDefault : unlessTranslated],
    },
  };
}

/**
 * The city of these countries that is closest to the point, by great-circle distance: a
 * `distance_feature` skips what cannot be closer, which sorting by `_geo_distance` does not.
 */
export function findClosest(
  countryIds: readonly string[],
  { point, primaryOnly, language }: FindByLocation,
): SearchBody {
  const origin: [number, number] = [point.longitude, point.latitude];
  return {
    query: {
      bool: {
        filter: [{ terms: { country_id: [...countryIds] } }, ...primary(primaryOnly)],
        should: [{ distance_feature: { field: 'location', origin, pivot: '1km' } }],
      },
    },
    size: 1,
    ...summary(language),
  };
}

/** The cities of these countries around a point, in no order. */
export function findWithin(
  countryIds: readonly string[],
  { latitude: lat, longitude: lon }: Point,
  radiusKm: number,
  primaryOnly: boolean,
  size: number,
): SearchBody {
  return {
    query: {
      bool: {
        filter: [
          { terms: { country_id: [...countryIds] } },
          { geo_distance: { location: { lat, lon }, distance: `${radiusKm}km` } },
          ...primary(primaryOnly),
        ],
      },
    },
    sort: ['_doc'],
    size,
    _source: true,
  };
}

function primary(only: boolean): estypes.QueryDslQueryContainer[] {
  return only ? [{ term: { primary: true } }] : [];
}

/** Where a name and that of its region are stored in a language. */
export function translations(language: Language): { name: string; regionName: string } {
  return { name: `names.${language}`, regionName: `region_names.${language}` };
}

/** `_source` is small and read whole, for to filter it costs more; of the names, one language is. */
function summary(language: Language): Pick<SearchBody, '_source' | 'stored_fields'> {
  return { _source: true, stored_fields: Object.values(translations(language)) };
}
