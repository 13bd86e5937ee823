import Joi from 'joi';
import { countries } from '../../indices/countries.js';
import { byIds } from '../lookups/answers.js';
import { answerByName, answerFrom, type Stores } from '../lookups/answering.js';
import { type Endpoint, FUZZY_COST, locatedCost, lookup } from '../lookups/endpoint.js';
import { FUZZY, type PointLookup, pointLookup } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { AllCountries } from './allCountries.js';
import type { CountrySearch } from './countrySearch.js';
import * as params from './params.js';
import {
  countrySchema,
  FRANCE,
  JAPAN,
  presentAll,
  presentCountry,
  presentTerritory,
} from './present.js';
import * as queries from './queries.js';

const list = Joi.array().items(countrySchema).required();
const READS = [countries];

export function countryEndpoints(
  stores: Stores,
  allCountries: AllCountries,
  countrySearch: CountrySearch,
): Endpoint[] {
  const { territories } = stores;
  const getAll = (_: unknown, live: Snapshot) => allCountries.get(live);
  const findAll = (_: unknown, live: Snapshot) => allCountries.find(live);
  return [
    lookup({
      path: '/countries/findAll',
      summary: 'All countries',
      description:
        'The 249 entries of ISO 3166-1 and Kosovo (`XKX`). With `primary_only=true`, the 197 primary ones: the 193 members of the UN, the Holy See, Palestine, Taiwan and Kosovo. In the alphabetical order of the language of `lang`. Pages neither repeat nor leave out anything.',
      parameters: params.findAll,
      data: list,
      example: { query: { lang: 'de', limit: '10', offset: '62' }, answer: { data: [FRANCE] } },
      reads: READS,
      ...answerFrom(getAll, findAll, (stored, parameters: params.FindAll) => ({
        data: presentAll(stored, parameters),
      })),
    }),
    lookup({
      path: '/countries/findByIds',
      summary: 'Countries by their codes',
      description:
        'In the order asked. Well-formed codes of no country are left out of `data` and listed in `missing` beside it.',
      parameters: params.findByIds,
      data: list,
      beside: 'missing',
      example: {
        query: { country_ids: 'FRA,JPN', lang: 'de' },
        answer: { data: [FRANCE, JAPAN] },
      },
      reads: READS,
      ...answerFrom(getAll, findAll, (stored, { ids, language }: params.FindByIds) =>
        byIds(ids, (id) => {
          const country = stored.get(id);
          return country && presentCountry(country, language);
        }),
      ),
    }),
    lookup({
      path: '/countries/findByLocation',
      summary: 'The countries at a location, and those nearby',
      description:
        'Borders are buffered by 7.5 km: a point 5 km outside a border always matches, a point 10 km outside never does. First come the countries whose own border holds the point, the smallest in area first, then the nearby ones by population, largest first. If there is no country, `data` is an empty list.',
      parameters: pointLookup,
      data: list,
      example: {
        query: { lat: '48.8566', lng: '2.3522', lang: 'de' },
        answer: { data: [FRANCE] },
      },
      reads: READS,
      isLocated: true,
      cost: (_, isDerived) => locatedCost(isDerived),
      ...answerFrom(
        ({ point }: PointLookup, live) => {
          const stored = allCountries.get(live);
          const territory = territories.get(point, live);
          return stored && territory && ([territory, stored] as const);
        },
        ({ point }, live) => Promise.all([territories.find(point, live), allCountries.find(live)]),
        (found, parameters) => ({ data: presentTerritory(...found, parameters) }),
      ),
    }),
    lookup({
      path: '/countries/findByName',
      summary: 'Countries whose name starts with a token',
      description: `The match is on the whole name in the language of \`lang\`, not on any word in it. Case, accents and width do not count; punctuation and runs of blanks are alike; periods and commas do not count. A token with no letters or digits (\`-\`) finds nothing. With \`any_name=true\` the match is on the names in all languages. By population, largest first, then id. ${FUZZY}`,
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'fra', lang: 'de' }, answer: { data: [FRANCE] } },
      reads: READS,
      cost: ({ match }) => (match === 'fuzzy' ? FUZZY_COST : 1),
      ...answerByName<params.FindByName, queries.CountrySummary>(countries, stores, {
        query: queries.findByName,
        expectation: 'short',
        present: ({ _source }, language) => presentCountry(_source, language),
        matches: (parameters, live) => countrySearch.find(parameters, live),
      }),
      beside: 'matched_names',
    }),
  ];
}
