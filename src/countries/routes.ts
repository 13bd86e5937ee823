import Joi from 'joi';
import { countries } from '../../indices/countries.js';
import { type Answer, byIds } from '../lookups/answers.js';
import { AllDocuments, type ById } from '../lookups/cache/documents.js';
import { canonicalNameLookup, type PrefixCache } from '../lookups/cache/prefixes.js';
import type { TerritoryCache } from '../lookups/cache/territories.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import type { Search } from '../search/search.js';
import * as params from './params.js';
import { countrySchema, FRANCE, presentAll, presentCountry, presentTerritory } from './present.js';
import * as queries from './queries.js';

const list = Joi.array().items(countrySchema).required();
const READS = [countries];

/** The caches that the country routes use. */
interface CountryCaches {
  readonly allCountries: AllCountries;
  readonly territories: TerritoryCache;
  readonly prefixes: PrefixCache;
}

export type AllCountries = AllDocuments<queries.StoredCountry>;

/** Caches all countries with their names in all languages: about 250 documents. */
export function createAllCountries(search: Search): AllCountries {
  return new AllDocuments(countries, async (live) => {
    const index = live.index(countries);
    const hits = await search<queries.StoredCountry>(index, queries.findAll(), 'short');
    return new Map(hits.map(({ _id, _source }) => [_id, _source]));
  });
}

/** Returns the country routes. */
export function countryEndpoints(
  search: Search,
  { allCountries, territories, prefixes }: CountryCaches,
): Endpoint[] {
  const answerIds = (
    stored: ById<queries.StoredCountry>,
    { ids, language }: params.FindByIds,
  ): Answer => byIds(ids, stored, (country) => presentCountry(country, language));

  return [
    lookup({
      path: '/countries/findAll',
      summary: 'All countries',
      description:
        'The 249 entries of ISO 3166-1 and Kosovo (`XKX`). With `primary_only=true`, the 197 primary ones: the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo. In the alphabetical order of the language of `lang`. Pages neither repeat nor leave out anything.',
      parameters: params.findAll,
      data: list,
      example: { query: { lang: 'de', limit: '1', offset: '62' }, answer: { data: [FRANCE] } },
      reads: READS,
      fromCache(parameters, live) {
        const stored = allCountries.get(live);
        return stored && { data: presentAll(stored, parameters) };
      },
      handle: async (parameters, live) => ({
        data: presentAll(await allCountries.find(live), parameters),
      }),
    }),
    lookup({
      path: '/countries/findByIds',
      summary: 'Countries by their codes',
      description:
        'In the order asked. Well-formed codes of no country are left out of `data` and listed in `missing` beside it.',
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { country_ids: 'fra,ABC', lang: 'de' },
        answer: { data: [FRANCE], missing: ['ABC'] },
      },
      reads: READS,
      fromCache(parameters, live) {
        const stored = allCountries.get(live);
        return stored && answerIds(stored, parameters);
      },
      handle: async (parameters, live) => answerIds(await allCountries.find(live), parameters),
    }),
    lookup({
      path: '/countries/findByLocation',
      summary: 'The countries at a location, and those nearby',
      description:
        'Borders are enlarged by 7.5 km: a point 5 km outside a border always matches, a point 10 km outside never does. First come the countries whose own border holds the point, the smallest in area first, then the nearby ones by population, largest first. If there is no country, `data` is an empty list.',
      parameters: params.findByLocation,
      data: list,
      example: {
        query: { lat: '48.8566', lng: '2.3522', lang: 'de' },
        answer: { data: [FRANCE] },
      },
      reads: READS,
      isLocated: true,
      fromCache(parameters, live) {
        const stored = allCountries.get(live);
        const territory = territories.get(parameters.point, live);
        if (stored === undefined || territory === undefined) return undefined;
        return { data: presentTerritory(territory, stored, parameters) };
      },
      handle: async (parameters, live) => {
        const [stored, territory] = await Promise.all([
          allCountries.find(live),
          territories.find(parameters.point, live),
        ]);
        return { data: presentTerritory(territory, stored, parameters) };
      },
    }),
    lookup({
      path: '/countries/findByName',
      summary: 'Countries whose name starts with a token',
      description:
        'The match is on the whole name in the language of `lang`, not on any word in it. Case, accents and width do not count; hyphens, apostrophes and runs of blanks are alike; periods and commas do not count. A token of which nothing is left (`-`) finds nothing. With `any_name=true` the match is on the names in all languages. By population, largest first, then id.',
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'frank', lang: 'de' }, answer: { data: [FRANCE] } },
      reads: READS,
      canonical: (parameters) => canonicalNameLookup(parameters),
      fromCache: (parameters, live) =>
        prefixes.get(countries.resource, parameters, live.version(READS)),
      handle: async (parameters, live) => {
        const hits = await search<queries.CountrySummary>(
          live.index(countries),
          queries.findByName(parameters),
          'short',
        );
        const found = hits.map(({ _source }) => presentCountry(_source, parameters.language));
        prefixes.put(countries.resource, parameters, live.version(READS), found);
        return { data: found };
      },
    }),
  ];
}
