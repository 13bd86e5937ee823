import type { estypes } from '@elastic/elasticsearch';
import { type IndexDefinition, STORED_APART, STORED_ONLY } from './definition.js';
import { type Names, perLanguage } from './languages.js';

/** A city as it is stored; `_id` is its id. */
export interface CityDocument {
  id: string;
  /** The source's own id, which the city's id belongs to for good. */
  source_id: string;
  country_id: string;
  /** The name shown where none is known in the language asked. */
  name: string;
  /** Stored apart, so that an answer reads one of them, and not thirty. */
  names: Names;
  region_name: string | null;
  region_names: Names;
  population: number;
  primary: boolean;
  /** IANA zone, such as `Europe/Paris`; null where the source has none. */
  time_zone: string | null;
  /** Degrees. */
  location: [longitude: number, latitude: number];
  /** The names folded for prefix search; indexed, not stored. */
  folded: FoldedNames;
}

/**
 * The form of a city's names in which prefixes are searched. Those that fold to the same text as
 * the default name are left out: they are found by that one, and two names of five are such.
 */
export interface FoldedNames extends Names {
  /** Absent where nothing of it is left to compare. */
  default?: string;
  /** Those of all languages, each once: who looks for a name in any of them asks one field more. */
  any?: string[];
}

/**
 * Prefixes of up to 19 characters are terms of their own, so that a search for one reads a single
 * list instead of all words that begin with it. Longer ones are rare and walk the words.
 */
const prefixField: estypes.MappingProperty = {
  type: 'text',
  analyzer: 'keyword',
  index_options: 'docs',
  norms: false,
  index_prefixes: { min_chars: 1, max_chars: 19 },
};

export const cities: IndexDefinition = {
  resource: 'cities',
  settings: {
    number_of_shards: 1,
    // The order of every listing: a search stops once it has enough, however many match.
    sort: { field: ['population', 'id'], order: ['desc', 'asc'] },
    // `offset` may be 100,000 and `limit` 10,000.
    max_result_window: 110_000,
  },
  mappings: {
    dynamic: 'strict',
    _source: { excludes: ['folded', 'names', 'region_names'] },
    properties: {
      id: { type: 'keyword' },
      source_id: STORED_ONLY,
      country_id: { type: 'keyword' },
      name: STORED_ONLY,
      names: { properties: perLanguage(STORED_APART) },
      region_name: STORED_ONLY,
      region_names: { properties: perLanguage(STORED_APART) },
      population: { type: 'integer' },
      primary: { type: 'boolean' },
      time_zone: STORED_ONLY,
      location: { type: 'geo_point' },
      folded: {
        properties: { ...perLanguage(prefixField), default: prefixField, any: prefixField },
      },
    },
  },
};
