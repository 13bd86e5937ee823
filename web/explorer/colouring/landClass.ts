import type { Land } from '../../client/src/routes.js';
import type { Colouring } from '../state/state.js';
import { altitudeClass } from './altitude.js';
import { biomeClass } from './biome.js';
import { countryClass } from './country.js';
import { markersClass } from './markers.js';

/** What lands of one colour have in common. */
export interface LandClass {
  /** Of the legend. */
  readonly label: string;
  readonly colour: string;
  /** Where it stands in the legend: smaller ones first. */
  readonly rank: number;
}

/** @param nameOf returns the name of a country */
export function classOf(
  land: Land,
  colouring: Colouring,
  nameOf: (countryId: string) => string,
): LandClass {
  switch (colouring) {
    case 'altitude':
      return altitudeClass(land.altitude);
    case 'biome':
      return biomeClass(land.main_biome);
    case 'markers':
      return markersClass(land.markers_count);
    case 'country':
      return countryClass(land.country_id, nameOf(land.country_id));
  }
}
