import { cities } from '../indices/cities.js';
import { countries } from '../indices/countries.js';
import type { IndexDefinition } from '../indices/definition.js';
import { lands } from '../indices/lands.js';
import { type MarkerDocument, markers } from '../indices/markers.js';
import { places } from '../indices/places.js';
import { cityEndpoints, createClosestCities } from './cities/routes.js';
import { CountryDocuments } from './countries/documents.js';
import { countryEndpoints } from './countries/routes.js';
import { dataEndpoints } from './data/routes.js';
import type { Budget } from './lookups/cache/budget.js';
import { KeptDocuments } from './lookups/cache/documents.js';
import { Beginnings } from './lookups/cache/beginnings.js';
import { Territories } from './lookups/cache/territories.js';
import type { ChangeDocument } from './writes/changes.js';
import type { Searches } from './search/search.js';
import type { Endpoint } from './lookups/endpoint.js';
import { createLandFinder, landEndpoints } from './lands/routes.js';
import { locateEndpoints } from './locate/routes.js';
import { markerEndpoints } from './markers/routes.js';
import { placeEndpoints } from './places/routes.js';

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
  const territories = new Territories(search, budget?.territories);
  const closestCities = budget?.closestCities;
  const documents = new KeptDocuments(budget?.documents);
  const beginnings = new Beginnings(budget?.beginnings);
  const ofCountries = { documents: new CountryDocuments(search), territories, beginnings };
  const ofCities = { territories, documents, beginnings, closestCities };
  const closest = createClosestCities(search, ofCities);
  const landFinder = createLandFinder(searchTogether, documents);
  return [
    ...countryEndpoints(search, ofCountries),
    ...cityEndpoints(search, closest, ofCities),
    ...landEndpoints(landFinder),
    ...locateEndpoints(ofCountries, closest, landFinder),
    ...placeEndpoints(search, documents),
    ...markerEndpoints(search, changeMarker),
    ...dataEndpoints(searches, RESOURCES),
  ];
}
