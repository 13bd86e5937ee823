import { cities } from './cities.js';
import { countries } from './countries.js';
import { lands } from './lands.js';
import { markers } from './markers.js';
import { places } from './places.js';
import { regions } from './regions.js';

/** All resources that have generations, in the order of a run of all: each after the one that it is made from. */
export const GENERATIONS = [countries, cities, regions, lands, places, markers] as const;

export type ResourceName = (typeof GENERATIONS)[number]['resource'];

/** Resources that earlier versions did not make, and that may have no rows. */
export const OPTIONAL: ReadonlySet<string> = new Set(
  GENERATIONS.filter(({ isOptional }) => isOptional).map(({ resource }) => resource),
);

export const RESOURCE_NAMES: readonly ResourceName[] = GENERATIONS.map(({ resource }) => resource);
