import type { Path64 } from 'clipper2-ts';
import type { Position } from 'geojson';
import { FULL_TURN, HALF_TURN, QUARTER_TURN, toGrid } from './grid.js';

/**
 * A closed ring on the grid without jumps from +180° to -180°: where the ring crosses the
 * antimeridian, its `x` goes on beyond a half turn. A ring around a pole does not come back to
 * where it began, and is closed along that pole.
 *
 * @param ring longitude and latitude in degrees, the last position equal to the first
 */
export function unwrap(ring: readonly Position[]): Path64 {
  const unwrapped: Path64 = [];
  let shift = 0;
  let previousX: number | undefined;
  for (const { x, y } of ring.map(toGrid)) {
    const step = x - (previousX ?? x);
    if (step > HALF_TURN) shift -= FULL_TURN;
    if (step < -HALF_TURN) shift += FULL_TURN;
    unwrapped.push({ x: x + shift, y });
    previousX = x;
  }
  const first = unwrapped[0];
  const last = unwrapped.at(-1);
  if (first !== undefined && last !== undefined && first.x !== last.x) {
    const pole = first.y < 0 ? -QUARTER_TURN : QUARTER_TURN;
    unwrapped.push({ x: last.x, y: pole }, { x: first.x, y: pole });
  }
  return unwrapped;
}
