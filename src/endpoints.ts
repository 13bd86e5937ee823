import { cities } from '../indices/cities.js';
import { countries } from '../indices/countries.js';
import type { MarkerDocument } from '../indices/markers.js';
import { cityEndpoints } from './cities/routes.js';
import { countryEndpoints } from './countries/routes.js';
import type { ChangeDocument } from './elasticsearch/changes.js';
import type { Searches } from './elasticsearch/search.js';
import type { Endpoint } from './http/endpoint.js';
import { markerEndpoints } from './markers/routes.js';

/** The resources that must be live for the API to be ready. */
export const RESOURCES: readonly string[] = [countries.resource, cities.resource];

/** Every route of every resource. */
export function createEndpoints(
  { search }: Searches,
  changeMarker: ChangeDocument<MarkerDocument>,
  indexPrefix: string,
): Endpoint[] {
  return [
    ...countryEndpoints(search, indexPrefix),
    ...cityEndpoints(search, indexPrefix),
    ...markerEndpoints(search, changeMarker, indexPrefix),
  ];
}
