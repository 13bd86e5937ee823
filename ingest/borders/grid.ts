import type { Path64, Point64 } from 'clipper2-ts';
import type { Position } from 'geojson';

/**
 * Borders are computed on a grid of 10⁻⁷ degrees (about 1 cm), `x` for longitude and `y` for
 * latitude, because Clipper is exact only on integers.
 */
const UNITS_PER_DEGREE = 1e7;

/** Grid units from the meridian of Greenwich to the antimeridian. */
export const HALF_TURN = 180 * UNITS_PER_DEGREE;

/** Grid units around the globe. */
export const FULL_TURN = 2 * HALF_TURN;

/** Grid units from the equator to a pole. */
export const QUARTER_TURN = HALF_TURN / 2;

/** The grid point nearest to a position in degrees. */
export function toGrid([longitude = Number.NaN, latitude = Number.NaN]: Position): Point64 {
  return {
    x: Math.round(longitude * UNITS_PER_DEGREE),
    y: Math.round(latitude * UNITS_PER_DEGREE),
  };
}

/** Longitude and latitude in degrees, with at most 7 decimals. */
export function toPosition({ x, y }: Point64): Position {
  return [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE];
}

/** The ring moved eastwards by some grid units. */
export function shifted(ring: Path64, units: number): Path64 {
  return ring.map(({ x, y }) => ({ x: x + units, y }));
}

/** The ring in degrees, its last position equal to the first. */
export function closed(ring: Path64): Position[] {
  return [...ring, ...ring.slice(0, 1)].map(toPosition);
}
