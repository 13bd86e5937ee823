import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { regions } from '../../indices/regions.js';
import type { CitySearch } from '../cities/citySearch.js';
import { PARIS } from '../cities/present.js';
import { nearTwins } from '../cities/twins.js';
import type { CountrySearch } from '../countries/countrySearch.js';
import { type Endpoint, FUZZY_COST, lookup } from '../lookups/endpoint.js';
import type { NameMatch } from '../matching/rank.js';
import { canonicalToken } from '../matching/readings.js';
import type { RegionSearch } from '../regions/regionSearch.js';
import type { SearchTogether } from '../search/search.js';
import { type SearchNames, searchNames } from './params.js';
import { foundSchema, presentFound, withNear } from './present.js';

/** Finds countries, cities and regions by name in one ranking. */
export function nameSearchEndpoints(
  countrySearch: CountrySearch,
  citySearch: CitySearch,
  regionSearch: RegionSearch,
  searchTogether: SearchTogether,
): Endpoint[] {
  return [
    lookup({
      path: '/search',
      summary: 'Countries, cities and regions by what a person types',
      description: `Made for one search field. Countries, cities and regions in one ranking, matched as \`match=fuzzy\` does on \`/cities/findByName\` and \`/countries/findByName\`. \`matched_name\` is the name that matched if it is not the one shown, else \`null\`. \`country_ids\` leaves out the cities and regions of other countries, not the countries. \`primary_only=true\` leaves out all regions. A region that is hardly more than a city of its name, such as Berlin, is found only without \`city\` among the \`types\`. With \`lat\` and \`lng\` cities and regions that are near rank higher. Names in the languages of \`Accept-Language\` count like those of the country, so answers vary by it. Cities of the same name, region and country have a larger city nearby as \`near\`, beside \`city\`.`,
      parameters: searchNames,
      data: foundSchema,
      example: {
        query: { token: 'par', limit: '10' },
        answer: { data: [{ type: 'city', matched_name: null, city: PARIS }] },
      },
      reads: [countries, cities, regions],
      cost: () => FUZZY_COST,
      usesLanguages: () => true,
      canonical: ({ token, ...others }: SearchNames) =>
        JSON.stringify([others, canonicalToken(token)]),
      async handle(parameters, live) {
        const { types, limit, primaryOnly } = parameters;
        const hasCities = types.includes('city');
        const regionLookup = { ...parameters, withoutNamesakes: hasCities };
        const [foundCountries, foundCities, foundRegions] = await Promise.all([
          types.includes('country') ? countrySearch.find(parameters, live) : [],
          hasCities ? citySearch.find(parameters, live) : [],
          types.includes('region') && !primaryOnly ? regionSearch.find(regionLookup, live) : [],
        ]);
        // Typing errors are for names that match nothing else.
        const hasExact = (found: readonly NameMatch<unknown>[]) =>
          found.some(({ edits }) => edits === 0);
        const ofCities = hasExact(foundCities) || !hasExact(foundRegions) ? foundCities : [];
        const ofRegions = hasExact(foundCities)
          ? foundRegions.filter(({ edits }) => edits === 0)
          : foundRegions;
        const found = presentFound(foundCountries, ofCities, ofRegions, limit);
        const shown = found.flatMap((each) => (each.type === 'city' ? [each.city] : []));
        const near = await nearTwins(shown, parameters.language, searchTogether, live);
        return { data: withNear(found, near) };
      },
    }),
  ];
}
