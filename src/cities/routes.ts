import Joi from 'joi';
import { cities } from '../../indices/cities.js';
import type { Language } from '../../indices/languages.js';
import { countries } from '../../indices/countries.js';
import type { Beginnings } from '../kept/beginnings.js';
import type { KeptDocuments, Known } from '../kept/documents.js';
import type { Territories } from '../kept/territories.js';
import type { Snapshot } from '../store/live.js';
import { canonicalNameLookup } from '../store/prefix.js';
import type { Hit, Search, SearchBody } from '../store/search.js';
import { type Answer, byIds, listOf } from '../http/answers.js';
import { type Endpoint, lookup } from '../http/endpoint.js';
import { ClosestByCell } from './closestByCell.js';
import * as params from './params.js';
import { type City, citySchema, EMPTY_CITY, presentCity } from './present.js';
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

const READS = [cities];
const READS_OF_LOCATION = [countries, cities];

/** What is kept for lookups of cities. */
interface Kept {
  readonly territories: Territories;
  readonly documents: KeptDocuments;
  readonly beginnings: Beginnings;
  /** The bytes for the closest cities in cells; undefined: none are kept. */
  readonly closestCities: number | undefined;
}

interface KnownCity {
  /** In one language. */
  readonly city: City;
  readonly primary: boolean;
}

/** The city routes, answered by the live generations of cities and countries. */
export function cityEndpoints(
  search: Search,
  { territories, documents, beginnings, closestCities }: Kept,
): Endpoint[] {
  const closestByCell = new ClosestByCell(search, READS_OF_LOCATION, closestCities);
  const find = (body: SearchBody, live: Snapshot): Promise<Hit<queries.CitySummary>[]> =>
    search(live.index(cities), body);

  const knownCities = (
    { ids, language }: Pick<params.FindByIds, 'ids' | 'language'>,
    live: Snapshot,
  ): Known<KnownCity> => documents.known(live.version(READS), kindOf(language), ids);

  function learnCity(hit: Found, language: Language, live: Snapshot): City {
    const known = toKnown(hit, language);
    const unknown = { found: new Map<string, KnownCity | null>(), unknown: [hit._id] };
    documents.learn(live.version(READS), kindOf(language), unknown, () => known);
    return known.city;
  }

  const answerOf = (
    { ids, primaryOnly }: params.FindByIds,
    { found }: Known<KnownCity>,
  ): Answer => {
    const wanted = new Map(
      [...found].filter(([, known]) => known !== null && (known.primary || !primaryOnly)),
    );
    return byIds(ids, wanted, ({ city }) => city);
  };

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
      reads: READS,
      recall(parameters, live) {
        const known = knownCities(parameters, live);
        if (known.unknown.length > 0) return undefined;
        return { answer: () => answerOf(parameters, known) };
      },
      handle: async (parameters, live) => {
        const { language } = parameters;
        const known = knownCities(parameters, live);
        const hits = await find(queries.findByIds(known.unknown, language), live);
        const found = new Map(hits.map((hit) => [hit._id, toKnown(hit, language)]));
        documents.learn(
          live.version(READS),
          kindOf(language),
          known,
          (id) => found.get(id) ?? null,
        );
        return answerOf(parameters, known);
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
        const body = queries.findByCountries(parameters);
        const expectation = queries.expectationOf(parameters);
        const hits = await search<queries.CitySummary>(live.index(cities), body, expectation);
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
      reads: READS_OF_LOCATION,
      isLocated: true,
      recall(parameters, live) {
        const decidingIds = territories.recallDeciding(parameters.point, live);
        if (decidingIds === undefined) return undefined;
        const closest =
          decidingIds.length === 0 ? 'none' : closestByCell.recall(parameters, decidingIds, live);
        if (closest === undefined) return undefined;
        if (closest === 'none') return { key: EMPTY_CITY.id, answer: () => ({ data: EMPTY_CITY }) };
        const { id } = closest;
        const { language } = parameters;
        const known = knownCities({ ids: [id], language }, live).found.get(id);
        if (!known) return undefined;
        return { key: `${id} ${language}`, answer: () => ({ data: known.city }) };
      },
      handle: async (parameters, live) => {
        const decidingIds = await territories.findDeciding(parameters.point, live);
        if (decidingIds.length === 0) return { data: EMPTY_CITY };
        const [hit] = await find(queries.findClosest(decidingIds, parameters), live);
        const city = hit && learnCity(hit, parameters.language, live);
        // Nobody waits for it, and the next one who asks there tries again.
        void closestByCell.learn(parameters, decidingIds, city, live).catch(() => undefined);
        return { data: city ?? EMPTY_CITY };
      },
    }),
    lookup({
      path: '/cities/findByName',
      summary: 'Cities whose name starts with a token',
      description: `Made for a widget that asks at every keystroke. The match is on the whole name, not on any word in it. Case, accents and width do not count; hyphens, apostrophes and runs of blanks are alike; periods and commas do not count: \`st louis\` finds St. Louis, \`SAINT-D\` Saint-Denis, \`munchen\` München. A token of which nothing is left (\`-\`) finds nothing. ${ORDER} ${LANGUAGE} ${ANY_NAME}`,
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'pari', limit: '1' }, answer: { data: [PARIS] } },
      reads: READS,
      canonical: (parameters) => canonicalNameLookup(parameters),
      recall: (parameters, live) =>
        beginnings.recall(cities.resource, parameters, live.version(READS)),
      handle: async (parameters, live) => {
        const hits = await find(queries.findByName(parameters), live);
        const found = hits.map(({ _source, fields }) =>
          presentCity(_source, fields, parameters.language),
        );
        beginnings.learn(cities.resource, parameters, live.version(READS), found);
        return { data: found };
      },
    }),
  ];
}

type Found = Hit<queries.CitySummary>;

/** Names what is known of cities in a language. */
const kindOf = (language: Language): string => `cities ${language}`;

function toKnown({ _source: stored, fields }: Found, language: Language): KnownCity {
  return { city: presentCity(stored, fields, language), primary: stored.primary };
}
