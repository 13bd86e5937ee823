import Joi from 'joi';
import { countries } from '../../indices/countries.js';
import type { Beginnings } from '../lookups/cache/beginnings.js';
import type { Territories } from '../lookups/cache/territories.js';
import { canonicalNameLookup } from '../search/prefix.js';
import type { Search } from '../search/search.js';
import { type Answer, byIds } from '../lookups/answers.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import * as params from './params.js';
import { type ById, type CountryDocuments, listAll, listAt, READS } from './documents.js';
import { countrySchema, presentCountry } from './present.js';
import * as queries from './queries.js';

export const FRANCE = { id: 'FRA', name: 'Frankreich', continent: 'Europe', population: 68374600 };
const list = Joi.array().items(countrySchema).required();

/** What lookups of countries share. */
interface Shared {
  readonly documents: CountryDocuments;
  readonly territories: Territories;
  readonly beginnings: Beginnings;
}

/** The country routes, answered by the live generation. */
export function countryEndpoints(
  search: Search,
  { documents, territories, beginnings }: Shared,
): Endpoint[] {
  const listOfIds = (known: ById, { ids, language }: params.FindByIds): Answer =>
    byIds(ids, known, (country) => presentCountry(country, language));

  return [
    lookup({
      path: '/countries/findAll',
      summary: 'All countries',
      description:
        'The 249 entries of ISO 3166-1 and Kosovo (`XKX`); with `primary_only=true` the 197 primary ones: the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo. In the alphabetical order of the language of `lang`. Pages neither repeat nor leave out anything.',
      parameters: params.findAll,
      data: list,
      example: { query: { lang: 'de', limit: '1', offset: '62' }, answer: { data: [FRANCE] } },
      reads: READS,
      recall(parameters, live) {
        const known = documents.recall(live);
        return known && { answer: () => ({ data: listAll(known, parameters) }) };
      },
      handle: async (parameters, live) => {
        return { data: listAll(await documents.find(live), parameters) };
      },
    }),
    lookup({
      path: '/countries/findByIds',
      summary: 'Countries by their codes',
      description:
        'In the order asked. Well-formed codes that no country has are left out of `data` and listed in `missing` beside it.',
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { country_ids: 'fra,ABC', lang: 'de' },
        answer: { data: [FRANCE], missing: ['ABC'] },
      },
      reads: READS,
      recall(parameters, live) {
        const known = documents.recall(live);
        return known && { answer: () => listOfIds(known, parameters) };
      },
      handle: async (parameters, live) => listOfIds(await documents.find(live), parameters),
    }),
    lookup({
      path: '/countries/findByLocation',
      summary: 'The countries at a place, and those nearby',
      description:
        'Borders are enlarged by 7.5 km: a point 5 km outside a border always matches, one 10 km outside never does. First the countries whose own border holds the point, the smallest in area first, then the nearby ones by population, largest first. No country: an empty list.',
      parameters: params.findByLocation,
      data: list,
      example: {
        query: { lat: '48.8566', lng: '2.3522', lang: 'de' },
        answer: { data: [FRANCE] },
      },
      reads: READS,
      isLocated: true,
      recall(parameters, live) {
        const known = documents.recall(live);
        const territory = territories.recall(parameters.point, live);
        if (known === undefined || territory === undefined) return undefined;
        const { primaryOnly, language } = parameters;
        return {
          key: `${territory.key} ${language} ${primaryOnly}`,
          answer: () => ({ data: listAt(territory, known, parameters) }),
        };
      },
      handle: async (parameters, live) => {
        const territory = territories.find(parameters.point, live);
        const [known, found] = await Promise.all([documents.find(live), territory]);
        return { data: listAt(found, known, parameters) };
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
      recall: (parameters, live) =>
        beginnings.recall(countries.resource, parameters, live.version(READS)),
      handle: async (parameters, live) => {
        const hits = await search<queries.CountrySummary>(
          live.index(countries),
          queries.findByName(parameters),
          // There are no more of them than a short answer may hold.
          'short',
        );
        const found = hits.map(({ _source }) => presentCountry(_source, parameters.language));
        beginnings.learn(countries.resource, parameters, live.version(READS), found);
        return { data: found };
      },
    }),
  ];
}
