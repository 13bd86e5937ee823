import type { estypes } from '@elastic/elasticsearch';
import { type IndexDefinition, STORED_ONLY } from './definition.js';

/**
 * A land as it is stored; `_id` is its id. The number of markers that stand in it is not stored,
 * but counted when it is asked for.
 */
export interface LandDocument {
  /** The H3 cell of resolution 8, lower case. */
  id: string;
  /** ISO 3166-1 alpha-3. */
  country_id: string;
  /** That of the closest city of the same country; null where it has none, or the source no name. */
  region_name: string | null;
  /** Of all cities, in whatever country. */
  closest_city_id: string | null;
  closest_city_name: string | null;
  /** Great-circle distance from the cell's centre. */
  closest_city_distance_km: number | null;
  /** Of the primary cities of the same country; null where it has none. */
  primary_city_id: string | null;
  primary_city_name: string | null;
  primary_city_distance_km: number | null;
  /** Metres above sea level. */
  altitude: number | null;
  main_biome: string | null;
  /** Percentages by biome, 100 in all; empty where not known. */
  biome_percents: Record<string, number>;
}

/** As `STORED_ONLY`: nothing but `_id` is searched. */
const number: estypes.MappingProperty = { type: 'float', index: false, doc_values: false };

export const lands: IndexDefinition = {
  resource: 'lands',
  settings: { number_of_shards: 1 },
  mappings: {
    dynamic: 'strict',
    properties: {
      id: STORED_ONLY,
      // Counted at the gate, and by whoever wants to know what is in.
      country_id: { type: 'keyword', index: false },
      region_name: STORED_ONLY,
      closest_city_id: STORED_ONLY,
      closest_city_name: STORED_ONLY,
      closest_city_distance_km: number,
      primary_city_id: STORED_ONLY,
      primary_city_name: STORED_ONLY,
      primary_city_distance_km: number,
      altitude: number,
      main_biome: STORED_ONLY,
      biome_percents: { type: 'object', enabled: false },
    },
  },
};
