import { Grid, type Raster } from './grid.js';
import { Mosaic } from './mosaic.js';
import { nameOf, type NamedNumbers } from './names.js';
import { BiomePolygons, type SharedPolygons } from './polygons.js';
import type { Biomes, Heights } from './source.js';
import type { TileFile } from './tile.js';

/** Files that each thread reads for itself, block by block. */
export interface SharedTiles {
  readonly tiles: readonly TileFile[];
  /** The blocks that each keeps; see {@link Mosaic}. */
  readonly keptBytes?: number;
}

/** Numbers in memory that all threads can read, or files. */
export type SharedNumbers = { readonly raster: Raster } | SharedTiles;

export type SharedHeights = SharedNumbers;

export type SharedBiomes = (SharedNumbers & NamedNumbers) | { readonly polygons: SharedPolygons };

/** Returns the heights in a thread that they were sent to. */
export function openHeights(shared: SharedHeights): Heights {
  const numbers = openNumbers(shared);
  return {
    at: (point) => numbers.interpolatedAt(point),
    ...('prepare' in numbers && { prepare: (boxes) => numbers.prepare(boxes) }),
  };
}

/** Returns the biomes in a thread that they were sent to. */
export function openBiomes(shared: SharedBiomes): Biomes {
  if ('polygons' in shared) return new BiomePolygons(shared.polygons);
  const numbers = openNumbers(shared);
  return {
    at: (point) => nameOf(shared, numbers.at(point)),
    isUniform: (boxes) => numbers.isUniform(boxes),
    ...('prepare' in numbers && { prepare: (boxes) => numbers.prepare(boxes) }),
  };
}

function openNumbers(shared: SharedNumbers): Grid | Mosaic {
  return 'raster' in shared ? new Grid(shared.raster) : new Mosaic(shared.tiles, shared.keptBytes);
}
