import { type IndexDefinition, STORED_ONLY } from './definition.js';

export const MAX_SEASON = 1_000_000;
export const MAX_ICON = 1_000_000;
export const MAX_SKIN_CHARACTERS = 64;

/** The state of a built marker. */
export interface BuiltState {
  /** The season of its last build. */
  season: number;
  icon: number;
  /** Empty: the default skin. */
  skin: string;
}

/**
 * A marker as it is stored; `_id` is its id, which is that of its place. Ingestion writes the base
 * fields, the game the built state. The built state is absent or null if nothing is built.
 */
export interface MarkerDocument extends Partial<Nullable<BuiltState>> {
  id: string;
  /** The H3 cell of resolution 8 that holds it, lower case. */
  land_id: string;
  /** Degrees. */
  location: [longitude: number, latitude: number];
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** Created as a generation, and then updated in place, because built states are stored nowhere else. */
export const markers: IndexDefinition = {
  resource: 'markers',
  inPlace: true,
  settings: {
    number_of_shards: 1,
    // One more than an answer holds, which shows that there are more.
    max_result_window: 10_001,
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      // Sorts markers at equal distances, and for the comparison with the places.
      id: { type: 'keyword' },
      land_id: { type: 'keyword' },
      location: { type: 'geo_point' },
      season: { type: 'integer' },
      icon: { type: 'integer', index: false, doc_values: false },
      skin: STORED_ONLY,
    },
  },
};
