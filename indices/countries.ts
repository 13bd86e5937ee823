import type { estypes } from '@elastic/elasticsearch';
import type { MultiPolygon } from 'geojson';
import { DERIVED_NUMBER, type IndexDefinition, STORED_ONLY } from './definition.js';
import { type Language, perLanguage } from './languages.js';

/** The seven values of a country's `continent`. */
export const CONTINENTS = [
  'Africa',
  'Antarctica',
  'Asia',
  'Europe',
  'North America',
  'Oceania',
  'South America',
] as const;

export type Continent = (typeof CONTINENTS)[number];

/** A country as it is stored; `_id` is its ISO 3166-1 alpha-3 code (`XKX` for Kosovo). */
export interface CountryDocument {
  id: string;
  /** Display name in every language. */
  names: Record<Language, string>;
  /** Other names and codes, which are searched but not shown. */
  aliases: readonly string[];
  /** The same names folded for prefix search. */
  folded: Record<Language, string> & {
    /** The names in all languages, without duplicates. */
    any: string[];
  };
  continent: Continent;
  population: number;
  /** The prominence by `countryProminence`. It is only indexed, and generations of earlier versions lack it. */
  prominence: number;
  /** The official languages among ours. They are indexed only, and generations of earlier versions lack them. */
  languages: readonly Language[];
  primary: boolean;
  /** The area within its border. */
  area_km2: number;
  /**
   * The border as it is given, in degrees, longitude first, cut at ±180°, with edges of at most 2 km. Indexed,
   * but not in `_source`, which every answer reads.
   */
  border: MultiPolygon;
  /** The border as the ingestion reads it back, to compare it with another one. Generations of earlier versions lack it. */
  border_packed: string;
}

type Property = estypes.MappingProperty;

export const countries: IndexDefinition<'countries'> = {
  resource: 'countries',
  compared: ['names', 'population'],
  dispensable: ['prominence', 'languages', 'border_packed'],
  // There are 250 documents, and every location lookup reads their borders.
  merge: true,
  settings: { number_of_shards: 1 },
  mappings: {
    dynamic: 'strict',
    _source: { excludes: ['border', 'border_packed', 'folded', 'prominence', 'languages'] },
    properties: {
      id: { type: 'keyword' },
      names: { type: 'object', enabled: false },
      aliases: STORED_ONLY,
      folded: {
        properties: { ...perLanguage<Property>({ type: 'keyword' }), any: { type: 'keyword' } },
      },
      continent: { type: 'keyword' },
      population: { type: 'long' },
      prominence: DERIVED_NUMBER,
      languages: { type: 'keyword', index: false },
      primary: { type: 'boolean' },
      area_km2: { type: 'float', index: false },
      border: { type: 'geo_shape' },
      border_packed: { type: 'binary', store: true },
    },
  },
};
