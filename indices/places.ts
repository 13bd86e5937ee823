import { type IndexDefinition, STORED_ONLY } from './definition.js';

/** A place as it is stored; `_id` is its id. Unknown values are null. */
export interface PlaceDocument {
  id: string;
  /** The H3 cell of resolution 8 that holds it, lower case. */
  land_id: string;
  name: string;
  /** The folded name, whose words are searched. Absent in generations of earlier versions. */
  folded?: string;
  subtitle: string | null;
  category: string | null;
  /** Degrees. */
  location: [longitude: number, latitude: number];
  address: string | null;
  /** Addresses of photos. */
  photos: string[];
  /** 0 to 1. */
  popularity: number | null;
  /** 0 to 5. */
  rating: number | null;
  website: string | null;
}

export const places: IndexDefinition<'places'> = {
  resource: 'places',
  dispensable: ['folded'],
  compared: ['location', 'name'],
  settings: {
    number_of_shards: 1,
    // One more than an answer holds, which shows that there are more.
    max_result_window: 10_001,
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      // Sorts listings, and places for the comparison with the markers.
      id: { type: 'keyword' },
      land_id: { type: 'keyword' },
      name: STORED_ONLY,
      folded: {
        type: 'text',
        analyzer: 'whitespace',
        index_options: 'docs',
        norms: false,
        index_prefixes: { min_chars: 1, max_chars: 4 },
      },
      subtitle: STORED_ONLY,
      // Filtered, never sorted.
      category: { type: 'keyword', doc_values: false },
      location: { type: 'geo_point', index: false, doc_values: false },
      address: STORED_ONLY,
      photos: STORED_ONLY,
      popularity: { type: 'double', index: false },
      rating: { type: 'double', index: false, doc_values: false },
      website: STORED_ONLY,
    },
  },
};
