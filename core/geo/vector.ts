import type { Point } from './point.js';
import { RADIANS_PER_DEGREE } from './radians.js';

/** A place on the globe as seen from its middle, in earth radii. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The `x` axis goes through 0° N 0° E, the `z` axis through the North Pole. */
export function vectorOf({ latitude, longitude }: Point): Vector {
  const cosine = Math.cos(latitude * RADIANS_PER_DEGREE);
  return {
    x: cosine * Math.cos(longitude * RADIANS_PER_DEGREE),
    y: cosine * Math.sin(longitude * RADIANS_PER_DEGREE),
    z: Math.sin(latitude * RADIANS_PER_DEGREE),
  };
}

/** The square of the straight distance through the globe: what is nearer has the smaller one. */
export function squaredChord(one: Vector, other: Vector): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2;
}
