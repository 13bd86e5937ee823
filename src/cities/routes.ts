import Joi from 'joi';
import { cities } from '../../indices/cities.js';
import { type ClosestCityFinder, CLOSEST_CITY_READS } from '../locate/closestCity.js';
import { type Answer, byIds, listOf } from '../lookups/answers.js';
import { canonicalNameLookup, type PrefixCache } from '../lookups/cache/prefixes.js';
import type { CachedDocuments, DocumentCache } from '../lookups/cache/documents.js';
import type { TerritoryCache } from '../lookups/cache/territories.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Hit, Search, SearchBody } from '../search/search.js';
import * as params from './params.js';
import { type CachedCity, cityKind, citySchema, PARIS, presentCity, toCachedCity } from './present.js'; // prettier-ignore
import * as queries from './queries.js';

const list = Joi.array().items(citySchema).required();
const ORDER = 'By population, largest first, then id.';
const LANGUAGE =
  'A city without a name in the language of `lang` is shown, and matched, by its default name.';
const READS = [cities];

/** The caches that the city routes use. */
interface CityCaches {
  readonly territories: TerritoryCache;
  readonly documents: DocumentCache;
  readonly prefixes: PrefixCache;
}

/** Returns the city routes. */
export function cityEndpoints(
  search: Search,
  closestCity: ClosestCityFinder,
  { territories, documents, prefixes }: CityCaches,
): Endpoint[] {
  const find = (
    body: SearchBody,
    live: Snapshot,
    expectation?: Expectation,
  ): Promise<Hit<queries.CitySummary>[]> => search(live.index(cities), body, expectation);

  const cachedCities = (
    { ids, language }: params.FindByIds,
    live: Snapshot,
  ): CachedDocuments<CachedCity> => documents.get(live.version(READS), cityKind(language), ids);

  const answerIds = (
    { ids, primaryOnly }: params.FindByIds,
    { found }: CachedDocuments<CachedCity>,
  ): Answer => {
    const isWanted = (cached: CachedCity | null | undefined): boolean =>
      cached?.primary === true || !primaryOnly;
    const wanted = { get: (id: string) => (isWanted(found.get(id)) ? found.get(id) : undefined) };
    return byIds(ids, wanted, ({ city }) => city);
  };

  return [
    lookup({
      path: '/cities/findByIds',
      summary: 'Cities by their ids',
      description: `In the order asked. Ids of no city are left out of \`data\` and listed in \`missing\` beside it. With \`primary_only=true\`, so are cities that are not primary. ${LANGUAGE}`,
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { city_ids: 'FRA_Paris,FRA_Atlantis' },
        answer: { data: [PARIS], missing: ['FRA_Atlantis'] },
      },
      reads: READS,
      fromCache(parameters, live) {
        const cached = cachedCities(parameters, live);
        return cached.missing.length > 0 ? undefined : answerIds(parameters, cached);
      },
      handle: async (parameters, live) => {
        const { language } = parameters;
        const cached = cachedCities(parameters, live);
        const hits = await find(queries.findByIds(cached.missing, language), live);
        const found = new Map(hits.map((hit) => [hit._id, toCachedCity(hit, language)]));
        const version = live.version(READS);
        documents.put(version, cityKind(language), cached, (id) => found.get(id) ?? null);
        return answerIds(parameters, cached);
      },
    }),
    lookup({
      path: '/cities/findByCountries',
      summary: 'The cities of countries',
      description: `${ORDER} Pages neither repeat nor leave out anything. ${LANGUAGE}`,
      parameters: params.findByCountries,
      data: list,
      example: { query: { country_ids: 'FRA', limit: '1' }, answer: { data: [PARIS] } },
      reads: READS,
      handle: async (parameters, live) => {
        const expectation = queries.expectationOf(parameters);
        const hits = await find(queries.findByCountries(parameters), live, expectation);
        return listOf(hits, (city, fields) => presentCity(city, fields, parameters.language));
      },
    }),
    lookup({
      path: '/cities/findByLocation',
      summary: 'The closest city in the same country',
      description: `The city closest to the point by great-circle distance, at any distance, among the cities of the countries that hold the point, even if a city across a border is closer. If no country holds it, the countries within 7.5 km decide. If there is no country, or it has no such city, the answer is the empty city, \`NO_CITY\`. ${LANGUAGE}`,
      parameters: params.findByLocation,
      data: citySchema.required(),
      example: { query: { lat: '48.8566', lng: '2.3522' }, answer: { data: PARIS } },
      reads: CLOSEST_CITY_READS,
      isLocated: true,
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
      description: `Made for a widget that sends a request at every keystroke. The match is on the whole name, not on any word in it. Case, accents and width do not count; hyphens, apostrophes and runs of blanks are alike; periods and commas do not count: \`st louis\` finds St. Louis, \`SAINT-D\` Saint-Denis, \`munchen\` München. A token of which nothing is left (\`-\`) finds nothing. ${ORDER} ${LANGUAGE} With \`any_name=true\` the match is on the names in all languages and on the default name: \`London\` finds Londres on a French page.`,
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'pari', limit: '1' }, answer: { data: [PARIS] } },
      reads: READS,
      canonical: (parameters) => canonicalNameLookup(parameters),
      fromCache: (parameters, live) =>
        prefixes.get(cities.resource, parameters, live.version(READS)),
      handle: async (parameters, live) => {
        const hits = await find(queries.findByName(parameters), live);
        const found = hits.map(({ _source, fields }) =>
          presentCity(_source, fields, parameters.language),
        );
        prefixes.put(cities.resource, parameters, live.version(READS), found);
        return { data: found };
      },
    }),
  ];
}
