import { type IndexDefinition, STORED_ONLY } from './definition.js';

export const MAX_SEASON = 1_000_000;
export const MAX_ICON = 1_000_000;
export const MAX_SKIN_CHARACTERS = 64;

/** A marker's state, as the game built it. */
export interface BuiltState {
  /** The season of its last build. */
  season: number;
  icon: number;
  /** Empty: the default one. */
  skin: string;
}

/**
 * A marker as it is stored; `_id` is its id, that of its place. The base fields are the
 * ingestion's, the built state is the game's; it is absent, or null, where nothing is built.
 */
export interface MarkerDocument extends Partial<Nullable<BuiltState>> {
  id: string;
  /** The H3 cell of resolution 8 that holds it, lower case. */
  land_id: string;
  /** Degrees. */
  location: [longitude: number, latitude: number];
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/**
 * Made as a generation at first, and from then on kept up in place, because built states are
 * nowhere else.
 */
export const markers: IndexDefinition = {
  resource: 'markers',
  inPlace: true,
  settings: {
    number_of_shards: 1,
    // One more than a search by radius answers, which tells whether there are more.
    max_result_window: 10_001,
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      // Sorted by: equal distances, and the comparison with the places.
      id: { type: 'keyword' },
      land_id: { type: 'keyword' },
      location: { type: 'geo_point' },
      season: { type: 'integer' },
      icon: { type: 'integer', index: false, doc_values: false },
      skin: STORED_ONLY,
    },
  },
};
