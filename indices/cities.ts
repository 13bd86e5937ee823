import type { estypes } from '@elastic/elasticsearch';
import { DERIVED_NUMBER, type IndexDefinition, STORED_APART, STORED_ONLY } from './definition.js';
import { type Names, perLanguage } from './languages.js';

/** A city as it is stored; `_id` is its id. */
export interface CityDocument {
  id: string;
  /** The id in the source. The city's id belongs to it forever. */
  source_id: string;
  country_id: string;
  /** The default name, for languages without a name of their own. */
  name: string;
  /** Stored fields, so that an answer reads one language, not thirty. */
  names: Names;
  /** Other names, which are searched but not shown. Stored apart. */
  aliases: readonly string[];
  region_name: string | null;
  region_names: Names;
  /** The id of its region; null without a region name. */
  region_id: string | null;
  population: number;
  /** The prominence by `cityProminence`. It is only indexed, and generations of earlier versions lack it. */
  prominence: number;
  primary: boolean;
  /** A capital or seat of government; absent for others. */
  capital?: true;
  /** IANA zone, such as `Europe/Paris`; null where the source has none. */
  time_zone: string | null;
  /** Degrees. */
  location: [longitude: number, latitude: number];
  /** The folded names for prefix search; indexed, not stored. */
  folded: FoldedNames;
  /** The words of all names but aliases, and their prefixes, as `wordTerms` returns them. Indexed, not stored. */
  words: readonly string[];
  /** The region's folded names, and its codes (`tx`). Stored apart. */
  regions: readonly string[];
}

/**
 * The folded names in which prefixes are searched. A name that folds to the same text as the default
 * name is left out, because the default name is searched as well. That saves two names of five.
 */
export interface FoldedNames extends Names {
  /** Absent if nothing is left to compare. */
  default?: string;
  /** The names in all languages, without duplicates. */
  any?: string[];
  /** The names among `any` that `localNames` returns. Generations of earlier versions lack them. */
  local?: string[];
  aliases?: string[];
}

/**
 * Prefixes of up to 19 characters are terms, so that a search reads one posting list instead of all
 * words with that prefix. Longer prefixes are rare and scan the words.
 */
const prefixField: estypes.MappingProperty = {
  type: 'text',
  analyzer: 'keyword',
  index_options: 'docs',
  norms: false,
  index_prefixes: { min_chars: 1, max_chars: 19 },
};

/** Whole values are compared, and nothing is sorted by them. */
const termField: estypes.MappingProperty = { type: 'keyword', doc_values: false };

export const cities: IndexDefinition<'cities'> = {
  resource: 'cities',
  compared: [
    ...['source_id', 'country_id', 'location', 'name', 'names'],
    ...['region_name', 'time_zone', 'population', 'primary'],
  ],
  dispensable: ['prominence', 'folded.local', 'region_id'],
  merge: true,
  settings: {
    number_of_shards: 1,
    // The order of every listing, so that a search stops once it has enough hits.
    sort: { field: ['population', 'id'], order: ['desc', 'asc'] },
    // `offset` may be 100,000 and `limit` 10,000.
    max_result_window: 110_000,
  },
  mappings: {
    dynamic: 'strict',
    _source: {
      excludes: ['folded', 'names', 'region_names', 'aliases', 'words', 'regions', 'prominence'],
    },
    properties: {
      id: { type: 'keyword' },
      // Compared by the gate of the ingestion alone.
      source_id: { type: 'keyword', index: false },
      country_id: { type: 'keyword' },
      name: STORED_ONLY,
      names: { properties: perLanguage(STORED_APART) },
      aliases: STORED_APART,
      region_name: STORED_ONLY,
      region_names: { properties: perLanguage(STORED_APART) },
      region_id: termField,
      population: { type: 'integer' },
      prominence: DERIVED_NUMBER,
      primary: { type: 'boolean' },
      capital: { type: 'boolean', index: false, doc_values: false },
      time_zone: STORED_ONLY,
      location: { type: 'geo_point' },
      folded: {
        properties: {
          ...perLanguage(prefixField),
          default: prefixField,
          any: prefixField,
          local: prefixField,
          aliases: termField,
        },
      },
      words: termField,
      regions: { ...termField, store: true },
    },
  },
};
