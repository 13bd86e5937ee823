import { type IndexDefinition, STORED_ONLY } from './definition.js';
import type { Names } from './languages.js';

/** A rectangle in degrees. `west` is greater than `east` if it crosses ±180°. */
export interface Bounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A first-level division of a country, as it is stored; `_id` is its id. */
export interface RegionDocument {
  id: string;
  country_id: string;
  /** The default name, for languages without a name of their own. */
  name: string;
  names: Names;
  /** Built-in names, which are shown but not searched. Generations of earlier versions lack them. */
  shown_names?: Names;
  /** Codes and other names, which are searched but not shown. */
  aliases: readonly string[];
  /** Where its largest city is, in degrees. */
  location: [longitude: number, latitude: number];
  /** Around its cities. */
  bounds: Bounds;
  /** True if its largest city has its name and a third of its people. Absent for others. */
  namesake?: true;
  /** How well known it is: 1 more is worth ten times the population. */
  prominence: number;
}

/** One region for each region of the cities. The API holds all of them in memory, and searches there. */
export const regions: IndexDefinition<'regions'> = {
  resource: 'regions',
  isOptional: true,
  dispensable: ['shown_names'],
  settings: { number_of_shards: 1 },
  mappings: {
    dynamic: 'strict',
    properties: {
      // Sorts them while they are read.
      id: { type: 'keyword' },
      country_id: { type: 'keyword' },
      name: STORED_ONLY,
      names: { type: 'object', enabled: false },
      shown_names: { type: 'object', enabled: false },
      aliases: STORED_ONLY,
      location: { type: 'geo_point', index: false, doc_values: false },
      bounds: { type: 'object', enabled: false },
      namesake: { type: 'boolean', index: false, doc_values: false },
      prominence: { type: 'float', index: false, doc_values: false },
    },
  },
};
