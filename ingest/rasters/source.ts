import type { Point } from '../../geo/point.js';
import type { Box } from '../geometry/box.js';
import type { FileSource } from '../../indices/provenance.js';
import type { SharedBiomes, SharedHeights } from './shared.js';

/** Files that lands take facts from. */
export interface RasterSource<Content extends Heights | Biomes> {
  /** With others, lands that were made from it are out of date. */
  readonly files: readonly FileSource[];
  /** Reads it, once a run: its content may take much memory, whatever the number of lands. */
  read(): Promise<Content>;
  /**
   * Reads what other threads open it with, see `openHeights` and `openBiomes`; absent where it
   * stays with the thread that it was made in.
   */
  share?(): Promise<Content extends Biomes ? SharedBiomes : SharedHeights>;
}

/** Facts of which only those of some boxes are at hand. */
interface Prepared {
  /**
   * Gets at hand what is known of some boxes, if it is not: until the next call it can be asked
   * for. Absent: all of it is at hand always.
   */
  prepare?(boxes: readonly Box[]): Promise<void> | undefined;
}

export interface Heights extends Prepared {
  /** Metres above sea level, not rounded; 0 at sea, undefined where not known. */
  at(point: Point): number | undefined;
}

export interface Biomes extends Prepared {
  /** The name; undefined where none is known. */
  at(point: Point): string | undefined;
  /** True only when `at` is the same everywhere in the boxes. */
  isUniform(boxes: readonly Box[]): boolean;
}
