import { Clipper } from 'clipper2-ts';
import type { Path64, Paths64 } from 'clipper2-ts';
import { HALF_TURN, toGrid } from '../../ingest/borders/grid.js';

/** Grid units. */
export const DEGREE = HALF_TURN / 180;

/** A rectangle in degrees as a ring on the grid, counter-clockwise. */
export function rectangle(west: number, south: number, east: number, north: number): Path64 {
  return [[west, south], [east, south], [east, north], [west, north]].map(toGrid); // prettier-ignore
}

/** The area of rings on the grid, holes counted off, in degrees by degrees. */
export function squareDegrees(rings: Paths64): number {
  return Clipper.areaPaths(rings) / DEGREE ** 2;
}
