import { Clipper, FillRule } from 'clipper2-ts';
import type { Path64, Paths64, Point64 } from 'clipper2-ts';
import { FULL_TURN, HALF_TURN, QUARTER_TURN, shifted } from './grid.js';

const GLOBE: Path64 = [
  { x: -HALF_TURN, y: -QUARTER_TURN },
  { x: HALF_TURN, y: -QUARTER_TURN },
  { x: HALF_TURN, y: QUARTER_TURN },
  { x: -HALF_TURN, y: QUARTER_TURN },
];

/** Intersections are rounded to the grid, so one on the antimeridian may lie this far off. */
const SNAPPING_UNITS = 2;

/**
 * The rings of a polygon, none of which crosses itself or another one, cut at ±180°, with what
 * lay beyond moved to the other side of the globe.
 *
 * They follow the even-odd rule, which makes every loop of a ring that crosses itself part of
 * the area.
 *
 * @param rings unwrapped, on the grid, in any orientation
 * @returns not closed; outer rings counter-clockwise, holes clockwise
 */
export function withinGlobe(rings: Paths64): Paths64 {
  const reachesBeyond = rings.some((ring) => ring.some(({ x }) => Math.abs(x) > HALF_TURN));
  if (!reachesBeyond) return Clipper.union(rings, FillRule.EvenOdd);
  // A hole may be unwrapped to another turn than its outer ring. All three turns of all rings
  // together are right by the even-odd rule, whichever turn each ring is on.
  const turns = rings.flatMap((ring) => [
    ring,
    shifted(ring, FULL_TURN),
    shifted(ring, -FULL_TURN),
  ]);
  return Clipper.intersect(turns, [GLOBE], FillRule.EvenOdd).map((ring) => ring.map(snapped));
}

function snapped({ x, y }: Point64): Point64 {
  const offAntimeridian = HALF_TURN - Math.abs(x);
  return { x: offAntimeridian <= SNAPPING_UNITS ? Math.sign(x) * HALF_TURN : x, y };
}
