import type { Point } from '../../../core/geo/point.js';
import { DEFAULT_LANGUAGE } from '../../../indices/languages.js';
import type { Question } from '../load.js';
import { search } from '../requests.js';
import { countriesAt, countryIdsOf } from './country.js';
import { ofLanguage } from './ofLanguage.js';

/** Asks for the country first, then for the city of it that is nearest. */
export function nearestCity(
  { countries, cities }: { countries: string; cities: string },
  point: Point,
): Question {
  return {
    ...countriesAt(countries, point),
    next(body) {
      const countryIds = countryIdsOf(body);
      return countryIds.length === 0 ? undefined : nearestOf(cities, countryIds, point);
    },
  };
}

function nearestOf(
  index: string,
  countryIds: readonly string[],
  { latitude, longitude }: Point,
): Question {
  const location = { lat: latitude, lon: longitude };
  return search(index, {
    query: { bool: { filter: [{ terms: { country_id: countryIds } }] } },
    sort: [{ _geo_distance: { location, order: 'asc', unit: 'm' } }],
    size: 1,
    ...ofLanguage(DEFAULT_LANGUAGE),
  });
}
