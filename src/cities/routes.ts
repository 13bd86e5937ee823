import Joi from 'joi';
import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { countriesAt, isInside } from '../store/borders.js';
import { liveAlias } from '../../elasticsearch/names.js';
import type { Hit, Search, SearchBody } from '../store/search.js';
import type { Point } from '../../geo/point.js';
import { byIds, listOf } from '../http/answers.js';
import { type Endpoint, lookup } from '../http/endpoint.js';
import * as params from './params.js';
import { citySchema, EMPTY_CITY, presentCity } from './present.js';
import * as queries from './queries.js';

const PARIS = {
  id: 'FRA_Paris',
  country_id: 'FRA',
  name: 'Paris',
  region_name: 'Île-de-France',
  population: 2138551,
  latlng: { latitude: 48.85341, longitude: 2.3488 },
};
const list = Joi.array().items(citySchema).required();
const ORDER = 'By population, largest first, then id.';
const ANY_NAME =
  'With `any_name=true` the match is on its names in all languages and its default name: `London` finds Londres on a French page.';
const LANGUAGE =
  'A city without a name in the language of `lang` is shown, and matched, by its default name.';

/** The city routes, answered by the live generations of cities and countries. */
export function cityEndpoints(search: Search, indexPrefix: string): Endpoint[] {
  const index = liveAlias(indexPrefix, cities.resource);
  const borders = liveAlias(indexPrefix, countries.resource);
  const find = (body: SearchBody): Promise<Hit<queries.CitySummary>[]> => search(index, body);

  async function findCountryIds(point: Point): Promise<string[]> {
    const found = await search(borders, countriesAt(point, [], false));
    const inside = found.filter(isInside);
    return (inside.length > 0 ? inside : found).map((country) => country._id);
  }

  return [
    lookup({
      path: '/cities/findByIds',
      summary: 'Cities by their ids',
      description: `In the order asked. Ids that no city has are left out of \`data\` and listed in \`missing\` beside it; with \`primary_only=true\` that goes for cities that are not primary, too. ${LANGUAGE}`,
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { city_ids: 'FRA_Paris,FRA_Atlantis' },
        answer: { data: [PARIS], missing: ['FRA_Atlantis'] },
      },
      handle: async (parameters) => {
        const hits = await find(queries.findByIds(parameters));
        return byIds(parameters.ids, hits, (city, fields) =>
          presentCity(city, fields, parameters.language),
        );
      },
    }),
    lookup({
      path: '/cities/findByCountries',
      summary: 'The cities of countries',
      description: `${ORDER} Pages neither repeat nor leave out anything. ${LANGUAGE}`,
      parameters: params.findByCountries,
      data: list,
      example: { query: { country_ids: 'FRA', limit: '1' }, answer: { data: [PARIS] } },
      handle: async (parameters) => {
        const body = queries.findByCountries(parameters);
        const hits = await search<queries.CitySummary>(index, body, queries.expectationOf(parameters)); // prettier-ignore
        return listOf(hits, (city, fields) => presentCity(city, fields, parameters.language));
      },
    }),
    lookup({
      path: '/cities/findByLocation',
      summary: 'The closest city in the same country',
      description: `The city closest to the place by great-circle distance, at any distance, among those of the countries that hold the place, even when a city across a border is closer. Where no country holds it, the countries within 7.5 km decide. No country, or no such city in it: the empty city, \`NO_CITY\`. ${LANGUAGE}`,
      parameters: params.findByLocation,
      data: citySchema.required(),
      example: { query: { lat: '48.8566', lng: '2.3522' }, answer: { data: PARIS } },
      handle: async (parameters) => {
        const countryIds = await findCountryIds(parameters.point);
        if (countryIds.length === 0) return { data: EMPTY_CITY };
        const [closest] = await find(queries.findClosest(countryIds, parameters));
        return {
          data: closest
            ? presentCity(closest._source, closest.fields, parameters.language)
            : EMPTY_CITY,
        };
      },
    }),
    lookup({
      path: '/cities/findByName',
      summary: 'Cities whose name starts with a token',
      description: `Made for a widget that asks at every keystroke. The match is on the whole name, not on any word in it. Case, accents and width do not count; hyphens, apostrophes and runs of blanks are alike; periods and commas do not count: \`st louis\` finds St. Louis, \`SAINT-D\` Saint-Denis, \`munchen\` München. A token of which nothing is left (\`-\`) finds nothing. ${ORDER} ${LANGUAGE} ${ANY_NAME}`,
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'pari', limit: '1' }, answer: { data: [PARIS] } },
      handle: async (parameters) => {
        const hits = await find(queries.findByName(parameters));
        return listOf(hits, (city, fields) => presentCity(city, fields, parameters.language));
      },
    }),
  ];
}
