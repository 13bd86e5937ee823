import type { IndexDefinition } from './definition.js';

/** A marker as it is stored; `_id` is its id, which is the id of its place. */
export interface MarkerDocument {
  id: string;
  /** The H3 cell of resolution 8 that holds it, lower case. */
  land_id: string;
  /** Degrees. */
  location: [longitude: number, latitude: number];
}

/** One marker for each place. What the game has built stands apart, in `builds`. */
export const markers: IndexDefinition<'markers'> = {
  resource: 'markers',
  settings: {
    number_of_shards: 1,
    // One more than an answer holds, which shows that there are more.
    max_result_window: 10_001,
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      // Sorts markers at equal distances.
      id: { type: 'keyword' },
      land_id: { type: 'keyword' },
      location: { type: 'geo_point' },
    },
  },
};
