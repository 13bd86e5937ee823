import type { Point } from '../../geo/point.js';
import type { Box } from '../geometry/box.js';
import type { FileSource } from '../../indices/provenance.js';

/** Files that lands take facts from. */
export interface RasterSource<Content> {
  /** With others, lands that were made from it are out of date. */
  readonly files: readonly FileSource[];
  /** Reads it, once a run: its content may take much memory, whatever the number of lands. */
  read(): Promise<Content>;
}

export interface Heights {
  /** Metres above sea level, not rounded; 0 at sea, undefined where not known. */
  at(point: Point): number | undefined;
}

export interface Biomes {
  /** The name; undefined where none is known. */
  at(point: Point): string | undefined;
  /** True only when `at` is the same everywhere in the boxes. */
  isUniform(boxes: readonly Box[]): boolean;
}
