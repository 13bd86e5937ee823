import Joi from 'joi';
import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import type { Language } from '../../indices/languages.js';
import type { Beginnings } from '../lookups/cache/beginnings.js';
import type { KeptDocuments, Known } from '../lookups/cache/documents.js';
import type { Territories } from '../lookups/cache/territories.js';
import type { Snapshot } from '../search/live.js';
import { canonicalNameLookup } from '../search/prefix.js';
import type { Expectation, Hit, Search, SearchBody } from '../search/search.js';
import { type Answer, byIds, listOf } from '../lookups/answers.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { ClosestByCell } from './closestByCell.js';
import * as params from './params.js';
import { type City, citySchema, EMPTY_CITY, presentCity } from './present.js';
import * as queries from './queries.js';

export const PARIS = {
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
export const READS_OF_LOCATION = [countries, cities];

/** What is kept for lookups of cities. */
interface Kept {
  readonly territories: Territories;
  readonly documents: KeptDocuments;
  readonly beginnings: Beginnings;
  /** The bytes for the closest cities in cells; undefined: none are kept. */
  readonly closestCities: number | undefined;
}

export interface KnownCity {
  /** In one language. */
  readonly city: City;
  readonly primary: boolean;
  readonly timeZone: string | null;
}

const NONE: KnownCity = { city: EMPTY_CITY, primary: false, timeZone: null };

export type ClosestCities = ReturnType<typeof createClosestCities>;

/** Makes what finds the closest city in the country of a point; the empty city if there is none. */
export function createClosestCities(search: Search, kept: Kept) {
  const { territories, documents, closestCities } = kept;
  const closestByCell = new ClosestByCell(search, READS_OF_LOCATION, closestCities);
  return {
    /** Returns it; undefined if Elasticsearch must be asked. */
    recall(lookup: params.FindByLocation, live: Snapshot): KnownCity | undefined {
      const decidingIds = territories.recallDeciding(lookup.point, live);
      if (decidingIds === undefined) return undefined;
      const closest =
        decidingIds.length === 0 ? 'none' : closestByCell.recall(lookup, decidingIds, live);
      if (closest === undefined) return undefined;
      if (closest === 'none') return NONE;
      const known = documents.known<KnownCity>(live.version(READS), kindOf(lookup.language), [
        closest.id,
      ]);
      return known.found.get(closest.id) ?? undefined;
    },
    /** Finds it among the cities of these countries. */
    async find(
      decidingIds: readonly string[],
      lookup: params.FindByLocation,
      live: Snapshot,
      expectation?: Expectation,
    ): Promise<KnownCity> {
      if (decidingIds.length === 0) return NONE;
      const { language } = lookup;
      const body = queries.findClosest(decidingIds, lookup);
      const [hit] = await search<queries.CitySummary>(live.index(cities), body, expectation);
      const closest = hit && toKnown(hit, language);
      const unknown = { found: new Map<string, KnownCity | null>(), unknown: hit ? [hit._id] : [] };
      documents.learn(live.version(READS), kindOf(language), unknown, () => closest ?? null);
      // Nobody waits for it, and the next one who asks there tries again.
      const learning = closestByCell.learn(lookup, decidingIds, closest?.city, live, expectation);
      void learning.catch(() => undefined);
      return closest ?? NONE;
    },
  };
}

/** The city routes, answered by the live generations of cities and countries. */
export function cityEndpoints(
  search: Search,
  closest: ClosestCities,
  { territories, documents, beginnings }: Omit<Kept, 'closestCities'>,
): Endpoint[] {
  const find = (body: SearchBody, live: Snapshot): Promise<Hit<queries.CitySummary>[]> =>
    search(live.index(cities), body);

  const knownCities = (
    { ids, language }: Pick<params.FindByIds, 'ids' | 'language'>,
    live: Snapshot,
  ): Known<KnownCity> => documents.known(live.version(READS), kindOf(language), ids);

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
        const { city } = closest.recall(parameters, live) ?? {};
        if (city === undefined) return undefined;
        return { key: `${city.id} ${parameters.language}`, answer: () => ({ data: city }) };
      },
      handle: async (parameters, live) => {
        const decidingIds = await territories.findDeciding(parameters.point, live);
        return { data: (await closest.find(decidingIds, parameters, live)).city };
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
  const { primary, time_zone: timeZone } = stored;
  return { city: presentCity(stored, fields, language), primary, timeZone: timeZone ?? null };
}
