import { cities } from '../indices/cities.js';
import { countries } from '../indices/countries.js';
import type { IndexDefinition } from '../indices/definition.js';
import { lands } from '../indices/lands.js';
import { type MarkerDocument, markers } from '../indices/markers.js';
import { places } from '../indices/places.js';
import { cityEndpoints } from './cities/routes.js';
import { countryEndpoints, createAllCountries } from './countries/routes.js';
import { dataEndpoints } from './data/routes.js';
import { landEndpoints } from './lands/routes.js';
import { ClosestCityFinder } from './locate/closestCity.js';
import { LandFinder } from './locate/lands.js';
import { locateEndpoints } from './locate/routes.js';
import { Beginnings } from './lookups/cache/beginnings.js';
import type { Budget } from './lookups/cache/budget.js';
import { KeptDocuments } from './lookups/cache/documents.js';
import { Territories } from './lookups/cache/territories.js';
import type { Endpoint } from './lookups/endpoint.js';
import { markerEndpoints } from './markers/routes.js';
import { placeEndpoints } from './places/routes.js';
import type { Searches } from './search/search.js';
import type { ChangeDocument } from './writes/changes.js';

/** The resources that must be live for the API to be ready. */
export const RESOURCES: readonly IndexDefinition[] = [countries, cities, lands, places, markers];

/**
 * Every route of every resource, and the one that tells of all of them.
 *
 * @param budget what may be kept of documents and cells; absent: nothing is
 */
export function createEndpoints(
  searches: Omit<Searches, 'isCongested'>,
  changeMarker: ChangeDocument<MarkerDocument>,
  budget?: Omit<Budget, 'answers' | 'addresses'>,
): Endpoint[] {
  const { search, searchTogether } = searches;
  const documents = new KeptDocuments(budget?.documents);
  const beginnings = new Beginnings(budget?.beginnings);
  const allCountries = createAllCountries(search);
  const territories = new Territories(search, budget?.territories);
  const closestCitiesBytes = budget?.closestCities;
  const closestCity = new ClosestCityFinder(search, { territories, documents, closestCitiesBytes });
  const landFinder = new LandFinder(searchTogether, documents);
  return [
    ...countryEndpoints(search, { allCountries, territories, beginnings }),
    ...cityEndpoints(search, closestCity, { territories, documents, beginnings }),
    ...landEndpoints(landFinder),
    ...locateEndpoints({ allCountries, territories, closestCity, landFinder }),
    ...placeEndpoints(search, documents),
    ...markerEndpoints(search, changeMarker),
    ...dataEndpoints(searches, RESOURCES),
  ];
}
