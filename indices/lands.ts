import { type IndexDefinition, STORED_ONLY } from './definition.js';
import type { Names } from './languages.js';

/**
 * What all lands below one H3 cell of resolution 4 are made of; `_id` is the cell's id. A land itself
 * is not stored, but computed: neighbours share nearly everything.
 */
export interface LandGroupDocument {
  /** The H3 cell of resolution 4, lower case. */
  id: string;
  /** ISO 3166-1 alpha-3 codes of the countries that have lands in it. */
  country_ids: string[];
  /**
   * Whose its lands are, in ascending order of their ids: by turns the place of a country in
   * `country_ids`, or -1 for no land, and how many lands in turn are so.
   */
  owners: number[];
  /**
   * In ascending order of their ids, the cities among which are, for each land, the closest of all
   * cities, of those of its country, and of the primary ones of its country.
   */
  cities: LandCity[];
  /** Metres above sea level; null where nothing is known. */
  heights: RasterWindow | null;
  /** Numbers of biomes; 0 and null: none is known. */
  biomes: (RasterWindow & { names: Record<string, string> }) | null;
}

/** A city as lands show it. */
export interface LandCity {
  id: string;
  country_id: string;
  name: string;
  /** In other languages than the default one, where they differ. */
  names?: Names;
  region_name: string | null;
  region_names?: Names;
  primary: boolean;
  /** Degrees. */
  location: [longitude: number, latitude: number];
}

/** The part of the globe that rows and columns of values cover; all in degrees. */
export interface Frame {
  readonly columns: number;
  readonly rows: number;
  /** The corner of the first cell, not its middle; eastwards from -180 or from 0. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** The values of some cells of a raster that may cover the globe. */
export interface RasterWindow {
  frame: Frame;
  /** Two where it reaches over the edge at which the raster begins. */
  parts: RasterPart[];
}

export interface RasterPart {
  /** Those of the first cell, in the whole raster. */
  column: number;
  row: number;
  columns: number;
  rows: number;
  /** Row by row from the north, each from the west; one alone stands for all. */
  values: (number | null)[];
}

const APART = { type: 'object', enabled: false } as const;

export const lands: IndexDefinition = {
  resource: 'lands',
  settings: { number_of_shards: 1, codec: 'best_compression' },
  mappings: {
    dynamic: 'strict',
    properties: {
      id: STORED_ONLY,
      country_ids: STORED_ONLY,
      owners: { type: 'short', index: false, doc_values: false },
      cities: APART,
      heights: APART,
      biomes: APART,
    },
  },
};
