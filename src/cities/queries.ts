import type { estypes } from '@elastic/elasticsearch';
import type { CityDocument } from '../../indices/cities.js';
import { DEFAULT_LANGUAGE, type Language } from '../../indices/languages.js';
import type { Point } from '../../core/geo/point.js';
import { BY_POPULATION, citiesNamed, type Query } from '../../core/queries/names.js';
import { closestCity, primary } from '../../core/queries/nearby.js';
import { HALF_NEAR_KM, WEIGHTS } from '../matching/rank.js';
import type { Expectation, SearchBody } from '../search/search.js';
import type { PointLookup } from '../parameters/shared.js';
import type { FindByCountries, FindByName } from './params.js';

/** The fields of a city that all queries read. Names in other languages are stored fields. */
export type CitySummary = Omit<
  CityDocument,
  'names' | 'region_names' | 'aliases' | 'folded' | 'words' | 'regions' | 'prominence'
>;

/** The default `limit` of a lookup by countries. */
const USUAL_LIMIT = 1_000;

/** Finds all cities of the countries, the most populous first. */
export function findByCountries({ countryIds, ...parameters }: FindByCountries): SearchBody {
  const { limit, offset, language } = parameters;
  return {
    query: { bool: { filter: [{ terms: { country_id: countryIds } }] } },
    sort: BY_POPULATION,
    size: limit,
    from: offset,
    ...summary(language),
  };
}

/** Returns `short` for a first page of the default size: most countries have few cities. */
export function expectationOf({ limit, offset }: FindByCountries): Expectation {
  return limit <= USUAL_LIMIT && offset === 0 ? 'short' : 'long';
}

/** Finds the cities whose name, in the language or in any, starts with the prefix. */
export function findByName(parameters: FindByName): SearchBody {
  const { prefix, limit, language, anyName, near } = parameters;
  const filter = [citiesNamed(prefix, anyName ? 'any' : language), ...scope(parameters)];
  if (near !== undefined)
    return byScore(
      functionScore({ bool: { filter } }, [POPULATION]),
      parameters,
      near,
      NEAR_BY_POPULATION,
    );
  return { query: { bool: { filter } }, sort: BY_POPULATION, size: limit, ...summary(language) };
}

/** Which cities a lookup by name may find. */
export type NameScope = Pick<FindByName, 'primaryOnly' | 'countryIds'> &
  Partial<Pick<FindByName, 'regionId'>>;

export function scope({ primaryOnly, countryIds, regionId }: NameScope): Query[] {
  return [
    ...primary(primaryOnly),
    ...(countryIds === undefined ? [] : [{ terms: { country_id: countryIds } }]),
    ...(regionId === undefined ? [] : [{ term: { region_id: regionId } }]),
  ];
}

type ScoreFunction = estypes.QueryDslFunctionScoreContainer;
interface Scored {
  function_score: estypes.QueryDslFunctionScoreQuery;
}

/** Populations differ less than prominences. */
const NEAR_BY_POPULATION = 3;
const POPULATION: ScoreFunction = {
  field_value_factor: { field: 'population', modifier: 'log1p' },
};
/** Never less than what the population gives, which counts in a generation of an earlier version. */
const PROMINENCE: ScoreFunction = { field_value_factor: { field: 'prominence', missing: 0 } };

/** Adds the prominence to the score of a query. */
export function byProminence(query: Query): Scored {
  return functionScore(query, [PROMINENCE, POPULATION]);
}

// The client's type of functions does not accept its own type of a function.
function functionScore(query: Query, functions: readonly ScoreFunction[]): Scored {
  const scored = { query, functions, score_mode: 'max', boost_mode: 'sum' };
  return { function_score: scored as estypes.QueryDslFunctionScoreQuery };
}

/** Ranks by the score of the query, plus nearness: the formula of `matching/rank.ts`. */
export function byScore(
  query: Scored,
  { limit, language }: Pick<FindByName, 'limit' | 'language'>,
  near: Point | undefined,
  weight: number = WEIGHTS.near,
): SearchBody {
  return {
    query: near === undefined ? query : functionScore(query, [nearFunction(near, weight)]),
    sort: [{ _score: { order: 'desc' } }, { id: 'asc' }],
    size: limit,
    ...summary(language),
  };
}

function nearFunction({ latitude: lat, longitude: lon }: Point, weight: number): ScoreFunction {
  const location = { origin: { lat, lon }, scale: `${HALF_NEAR_KM}km`, decay: 0.5 };
  return { gauss: { location }, weight };
}

/** Finds the city of these countries that is closest to the point. */
export function findClosest(
  countryIds: readonly string[],
  { point, primaryOnly, language }: PointLookup,
): SearchBody {
  return { ...closestCity(countryIds, point, primaryOnly), ...summary(language) };
}

/** Farther away, a city is no help to find another one. */
const NEAR_WITHIN = '150km';
/** Smaller cities are hardly known elsewhere. */
const MIN_KNOWN_POPULATION = 10_000;

/** Finds the larger cities of the country that are closest to a city, the closest one first. */
export function findLarger(
  {
    country_id,
    population,
    latlng,
  }: Pick<CityDocument, 'country_id' | 'population'> & { latlng: Point },
  language: Language,
): SearchBody {
  const { latitude: lat, longitude: lon } = latlng;
  const gt = Math.max(population, MIN_KNOWN_POPULATION - 1);
  return {
    query: {
      bool: {
        filter: [
          { term: { country_id } },
          { range: { population: { gt } } },
          { geo_distance: { location: { lat, lon }, distance: NEAR_WITHIN } },
        ],
        should: [{ distance_feature: { field: 'location', origin: [lon, lat], pivot: '1km' } }],
      },
    },
    // The closest one may have the same name.
    size: 3,
    ...summary(language),
  };
}

/** Finds a page of all cities of a country, by id. */
export function findOfCountry(countryId: string, size: number, after?: string): SearchBody {
  return {
    query: { bool: { filter: [{ term: { country_id: countryId } }] } },
    sort: ['id'],
    size,
    ...(after !== undefined && { search_after: [after] }),
    ...summary(DEFAULT_LANGUAGE),
  };
}

/** Returns the stored fields of a city's and its region's name in a language. */
export function translations(language: Language): { name: string; regionName: string } {
  return { name: `names.${language}`, regionName: `region_names.${language}` };
}

/** Reads the whole `_source`, because filtering costs more, and the names in one language. */
export function summary(language: Language): Pick<SearchBody, '_source' | 'stored_fields'> {
  return { _source: true, stored_fields: Object.values(translations(language)) };
}
