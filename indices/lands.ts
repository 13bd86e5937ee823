import { type IndexDefinition, STORED_ONLY } from './definition.js';
import type { Names } from './languages.js';

/**
 * The data of all lands in one H3 cell of resolution 4; `_id` is the cell's id. A land itself is
 * computed, not stored, because neighbours share nearly everything.
 */
export interface LandGroupDocument {
  /** The H3 cell of resolution 4, lower case. */
  id: string;
  /** ISO 3166-1 alpha-3 codes of the countries that have lands in the cell. */
  country_ids: string[];
  /**
   * The countries of the lands, in ascending order of the lands' ids, as runs: alternately a position in
   * `country_ids` (-1: no land) and the number of lands.
   */
  owners: number[];
  /**
   * The candidates for the closest city, the closest city of the same country and the closest primary
   * city of the same country of each land, in ascending order of their ids.
   */
  cities: LandCity[];
  /** Metres above sea level; null if unknown. */
  heights: RasterWindow | null;
  /** Numbers of biomes; 0 and null: unknown. */
  biomes: (RasterWindow & { names: Record<string, string> }) | null;
}

/** A city as lands use it. */
export interface LandCity {
  id: string;
  country_id: string;
  name: string;
  /** Names that differ from the default name. */
  names?: Names;
  region_name: string | null;
  region_names?: Names;
  primary: boolean;
  /** Degrees. */
  location: [longitude: number, latitude: number];
}

/** The rows and columns of a raster, with the part of the globe they cover in degrees. */
export interface Frame {
  readonly columns: number;
  readonly rows: number;
  /** The corner of the first cell, not its centre; counted eastwards from -180 or 0. */
  readonly west: number;
  readonly north: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** The values of some cells of a raster. */
export interface RasterWindow {
  frame: Frame;
  /** Two if the window crosses the edge of the raster. */
  parts: RasterPart[];
}

export interface RasterPart {
  /** The position of the first cell in the whole raster. */
  column: number;
  row: number;
  columns: number;
  rows: number;
  /** Row by row from the north, each from the west. A single value stands for all cells. */
  values: (number | null)[];
}

const APART = { type: 'object', enabled: false } as const;

export const lands: IndexDefinition<'lands'> = {
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
