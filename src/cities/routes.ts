import Joi from 'joi';
import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { mapInTurns } from '../lookups/answers.js';
import { answerByIds, answerByName, type Stores } from '../lookups/answering.js';
import {
  DOCUMENTS_PER_REQUEST,
  type Endpoint,
  FUZZY_COST,
  LISTED_PER_REQUEST,
  LOCATED_COST,
  locatedCost,
  lookup,
} from '../lookups/endpoint.js';
import { FUZZY, pointLookup } from '../parameters/shared.js';
import type { CitySearch } from './citySearch.js';
import { CLOSEST_CITY_READS, type ClosestCityFinder } from './closestCity.js';
import * as params from './params.js';
import { type CachedCity, cityKind, citySchema, PARIS, presentCity, toCachedCity } from './present.js'; // prettier-ignore
import * as queries from './queries.js';

const list = Joi.array().items(citySchema).required();
const ORDER = 'By population, largest first, then id.';
const LANGUAGE =
  'A city without a name in the language of `lang` is shown, and matched, by its default name.';
const READS = [cities];

export function cityEndpoints(
  stores: Stores,
  closestCity: ClosestCityFinder,
  citySearch: CitySearch,
): Endpoint[] {
  const { search, territories } = stores;
  return [
    lookup({
      path: '/cities/findByIds',
      summary: 'Cities by their ids',
      description: `In the order asked. Ids of no city are left out of \`data\` and listed in \`missing\` beside it. With \`primary_only=true\`, so are cities that are not primary. ${LANGUAGE}`,
      parameters: params.findByIds,
      data: list,
      beside: 'missing',
      example: {
        query: { city_ids: 'FRA_Paris,FRA_Atlantis' },
        answer: { data: [PARIS], missing: ['FRA_Atlantis'] },
      },
      reads: READS,
      ...answerByIds<params.FindByIds, queries.CitySummary, CachedCity>(cities, stores, {
        kind: ({ language }) => cityKind(language),
        fields: ({ language }) => queries.summary(language),
        toValue: (hit, { language }) => toCachedCity(hit, language),
        present: ({ city, primary }, { primaryOnly }) =>
          primary || !primaryOnly ? city : undefined,
      }),
    }),
    lookup({
      path: '/cities/findByCountries',
      summary: 'The cities of countries',
      description: `${ORDER} Pages neither repeat nor leave out anything. ${LANGUAGE}`,
      parameters: params.findByCountries,
      data: list,
      example: { query: { country_ids: 'FRA', limit: '10' }, answer: { data: [PARIS] } },
      reads: READS,
      cost: ({ limit, offset }) => limit / LISTED_PER_REQUEST + offset / DOCUMENTS_PER_REQUEST,
      handle: async (parameters, live) => {
        const body = queries.findByCountries(parameters);
        const expectation = queries.expectationOf(parameters);
        const hits = await search<queries.CitySummary>(live.index(cities), body, expectation);
        return { data: await mapInTurns(hits, (hit) => presentCity(hit, parameters.language)) };
      },
    }),
    lookup({
      path: '/cities/findByLocation',
      summary: 'The closest city in the same country',
      description: `The city closest to the point by great-circle distance, at any distance, among the cities of the countries that hold the point, even if a city across a border is closer. If no country holds it, the countries within 7.5 km decide. If there is no country, or it has no such city, the answer is the empty city, \`NO_CITY\`. ${LANGUAGE}`,
      parameters: pointLookup,
      data: citySchema.required(),
      example: { query: { lat: '48.8566', lng: '2.3522' }, answer: { data: PARIS } },
      reads: CLOSEST_CITY_READS,
      isLocated: true,
      cost: (_, isDerived) => locatedCost(isDerived),
      fromCache(parameters, live) {
        const cached = closestCity.get(parameters, live);
        return cached && { data: cached.city };
      },
      handle: async (parameters, live) => {
        const { decidingIds } = await territories.find(parameters.point, live);
        return { data: (await closestCity.find(parameters, decidingIds, live)).city };
      },
    }),
    lookup({
      path: '/cities/findByName',
      summary: 'Cities whose name starts with a token',
      description: `Made for a widget that sends a request at every keystroke. The match is on the whole name, not on any word in it. Case, accents and width do not count; punctuation and runs of blanks are alike; periods and commas do not count: \`st louis\` finds St. Louis, \`SAINT-D\` Saint-Denis, \`munchen\` München. A token with no letters or digits (\`-\`) finds nothing. Without \`match=fuzzy\`, \`lat\` and \`lng\`: ${ORDER} ${LANGUAGE} With \`any_name=true\` the match is on the names in all languages and on the default name: \`London\` finds Londres on a French page. ${FUZZY} A region or country may follow, after a comma or as further words: \`paris, texas\`, \`springfield il\`, \`london uk\`. \`limit\` is then at most 100. \`country_ids\` leaves out the cities of other countries, \`region_id\` those of other regions. With \`lat\` and \`lng\` what is near ranks higher.`,
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'par', limit: '10' }, answer: { data: [PARIS] } },
      // With `fuzzy`, the name of a country may follow the name of a city.
      reads: [countries, cities],
      cost: ({ match, limit, near }) => {
        if (match === 'fuzzy') return FUZZY_COST;
        return Math.max(near === undefined ? 1 : LOCATED_COST, limit / LISTED_PER_REQUEST);
      },
      ...answerByName(cities, stores, {
        query: queries.findByName,
        present: presentCity,
        matches: (parameters: params.FindByName, live) => citySearch.find(parameters, live),
      }),
      beside: 'matched_names',
    }),
  ];
}
