import { type Box, boxesAround, type Circle } from '../../core/geo/box.js';
import { RADIANS_PER_DEGREE } from '../../core/geo/point.js';
import { cutWindow } from '../../core/lands/window.js';
import type { Frame, LandGroupDocument, RasterWindow } from '../../indices/lands.js';
import type { Inputs } from '../files/dataFile.js';

/** Files that lands take facts from. */
interface RasterSource<Content extends Numbers> extends Inputs {
  /** Reads the numbers, or the headers of the files that hold them. Called once a run. */
  read(): Promise<Content>;
}

/** Numbers in the cells of a grid: heights in metres above sea level, 0 at sea, or numbers of biomes. */
export interface Numbers {
  readonly frame: Frame;
  /** Returns undefined or NaN for a cell without a value. */
  valueAt(column: number, row: number): number | undefined;
  /** Loads the numbers in some boxes, until the next call. Absent: all of them are in memory. */
  prepare?(boxes: readonly Box[]): Promise<void> | undefined;
  /** Lists what is implausible about the numbers read so far. */
  doubts?(): readonly string[];
}

/** Numbers of biomes, 0 for none. */
export interface NamedNumbers extends Numbers {
  /** @throws when the number has no name, with what to do */
  nameOf(number: number): string;
}

export type HeightSource = RasterSource<Numbers>;
export type BiomeSource = RasterSource<NamedNumbers>;

/** Cuts out what lands in a circle are made of. */
export async function windowAround(numbers: Numbers, circle: Circle): Promise<RasterWindow> {
  const { frame } = numbers;
  // Cells next to the circle count, too.
  const cell = Math.max(frame.cellWidth, frame.cellHeight) * RADIANS_PER_DEGREE;
  await numbers.prepare?.(
    boxesAround({ ...circle, radiusRadians: circle.radiusRadians + 2 * cell }),
  );
  return cutWindow(frame, (column, row) => numbers.valueAt(column, row), boxesAround(circle));
}

/**
 * Cuts out biomes, with the names of those in the window.
 * @throws when one of them has no name
 */
export async function biomesAround(
  biomes: NamedNumbers,
  circle: Circle,
): Promise<LandGroupDocument['biomes']> {
  const window = await windowAround(biomes, circle);
  const names: Record<string, string> = {};
  for (const number of new Set(window.parts.flatMap(({ values }) => values))) {
    if (number !== null && number !== 0) names[String(number)] = biomes.nameOf(number);
  }
  return { ...window, names };
}
