import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import type { CitySearch } from '../cities/citySearch.js';
import { PARIS } from '../cities/present.js';
import type { CountrySearch } from '../countries/countrySearch.js';
import { canonicalToken } from '../lookups/answering.js';
import { type Endpoint, FUZZY_COST, lookup } from '../lookups/endpoint.js';
import { type SearchNames, searchNames } from './params.js';
import { foundSchema, presentFound } from './present.js';

/** Finds countries and cities by name in one ranking. */
export function nameSearchEndpoints(
  countrySearch: CountrySearch,
  citySearch: CitySearch,
): Endpoint[] {
  return [
    lookup({
      path: '/search',
      summary: 'Countries and cities by what a person types',
      description: `Made for one search field. Countries and cities in one ranking, matched as \`match=fuzzy\` does on \`/cities/findByName\` and \`/countries/findByName\`. \`matched_name\` is the name that matched if it is not the one shown, else \`null\`. \`country_ids\` leaves out the cities of other countries, not the countries. With \`lat\` and \`lng\` cities that are near rank higher. Names in the languages of \`Accept-Language\` count like those of the country, so answers vary by it.`,
      parameters: searchNames,
      data: foundSchema,
      example: {
        query: { token: 'paris, fr', limit: '1' },
        answer: { data: [{ type: 'city', matched_name: null, city: PARIS }] },
      },
      reads: [countries, cities],
      cost: () => FUZZY_COST,
      usesLanguages: () => true,
      canonical: ({ token, ...others }: SearchNames) =>
        JSON.stringify([others, canonicalToken(token)]),
      async handle(parameters, live) {
        const { types, limit } = parameters;
        const [foundCountries, foundCities] = await Promise.all([
          types.includes('country') ? countrySearch.find(parameters, live) : [],
          types.includes('city') ? citySearch.find(parameters, live) : [],
        ]);
        return { data: presentFound(foundCountries, foundCities, limit) };
      },
    }),
  ];
}
