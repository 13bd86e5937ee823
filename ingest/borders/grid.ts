import { Clipper, ClipType, FillRule, PolyTree64 } from 'clipper2-ts';
import type { Path64, Paths64, Point64, PolyPath64 } from 'clipper2-ts';
import type { Position } from 'geojson';
import type { Box } from '../../core/geo/box.js';

/**
 * Borders are computed on a grid of 10⁻⁷ degrees (about 1 cm), `x` for longitude and `y` for
 * latitude, because Clipper is exact only on integers.
 */
const UNITS_PER_DEGREE = 1e7;

/** Grid units from the meridian of Greenwich to the antimeridian. */
export const HALF_TURN = 180 * UNITS_PER_DEGREE;
export const FULL_TURN = 2 * HALF_TURN;
/** Grid units from the equator to a pole. */
export const QUARTER_TURN = HALF_TURN / 2;

/** Returns the grid point nearest to a position in degrees. */
export function toGrid([longitude = NaN, latitude = NaN]: Position): Point64 {
  return {
    x: Math.round(longitude * UNITS_PER_DEGREE),
    y: Math.round(latitude * UNITS_PER_DEGREE),
  };
}

/** Returns longitude and latitude in degrees, with at most 7 decimals. */
export function toPosition({ x, y }: Point64): Position {
  return [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE];
}

/** Returns a ring in degrees, its last position equal to the first. */
export function closed(ring: Path64): Position[] {
  return [...ring, ...ring.slice(0, 1)].map(toPosition);
}

/**
 * Returns a closed ring on the grid without jumps from +180° to -180°: where the ring crosses the
 * antimeridian, its `x` goes on beyond a half turn. A ring around a pole does not come back to
 * where it began, and is closed along that pole.
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

const GLOBE: Path64 = [
  { x: -HALF_TURN, y: -QUARTER_TURN },
  { x: HALF_TURN, y: -QUARTER_TURN },
  { x: HALF_TURN, y: QUARTER_TURN },
  { x: -HALF_TURN, y: QUARTER_TURN },
];

/** Intersections are rounded to the grid, so one on the antimeridian may lie this far off. */
const SNAPPING_UNITS = 2;

/**
 * Cuts the rings of a polygon at ±180°, and moves what lies beyond to the other side of the globe. No
 * ring of the result crosses itself or another one. The even-odd rule holds, which makes every loop of
 * a ring that crosses itself part of the area.
 * @param drawn unwrapped rings on the grid, in any orientation
 * @returns not closed; outer rings counter-clockwise, holes clockwise
 */
export function withinGlobe(drawn: Paths64): Paths64 {
  const rings = drawn.map(withoutSpikes);
  const reachesBeyond = rings.some((ring) => ring.some(({ x }) => Math.abs(x) > HALF_TURN));
  if (!reachesBeyond) return Clipper.union(rings, FillRule.EvenOdd);
  // A hole may be unwrapped to another turn than its outer ring. All three turns of all rings
  // together are right by the even-odd rule, whichever turn each ring is on.
  const turns = [0, FULL_TURN, -FULL_TURN].flatMap((turn) =>
    rings.map((ring) => ring.map(({ x, y }) => ({ x: x + turn, y }))),
  );
  return Clipper.intersect(turns, [GLOBE], FillRule.EvenOdd).map((ring) => ring.map(snapped));
}

/** Removes edges that go there and back at once. They cover no area, and Clipper may never end with them. */
function withoutSpikes(ring: Path64): Path64 {
  const kept: Path64 = [];
  const isAt = (one?: Point64, other?: Point64) => one?.x === other?.x && one?.y === other?.y;
  for (const point of ring) {
    if (kept.length > 1 && isAt(kept.at(-2), point)) kept.pop();
    else if (kept.length === 0 || !isAt(kept.at(-1), point)) kept.push(point);
  }
  let start = 0;
  // The ends meet.
  for (; kept.length - start > 2; kept.pop()) {
    if (isAt(kept[start], kept.at(-1))) continue;
    if (isAt(kept[start + 1], kept.at(-1))) start += 1;
    else if (!isAt(kept[start], kept.at(-2))) break;
  }
  return kept.slice(start);
}

function snapped({ x, y }: Point64): Point64 {
  const offAntimeridian = HALF_TURN - Math.abs(x);
  return { x: offAntimeridian <= SNAPPING_UNITS ? Math.sign(x) * HALF_TURN : x, y };
}

/**
 * Returns the polygons that cover what the given rings cover together: no ring crosses itself or another
 * one, and where they overlap or share an edge they become one.
 * @param rings on the grid; outer rings counter-clockwise, holes clockwise
 * @param cut rings in the same form; the area that they cover is left out
 * @returns each polygon as its rings, not closed: the outer one, then the holes
 */
export function merge(rings: Paths64, cut: Paths64 = []): Paths64[] {
  return polygonsBy(ClipType.Difference, rings, cut, FillRule.NonZero);
}

export function polygonsBy(
  type: ClipType,
  rings: Paths64,
  clip: Paths64,
  rule: FillRule,
): Paths64[] {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(type, rings, clip, tree, rule);
  return polygonsIn(tree);
}

/** Children of the root are outer rings, their children are holes, and theirs outer rings again. */
function polygonsIn(parent: PolyPath64): Paths64[] {
  return childrenOf(parent).flatMap((outer) => {
    const holes = childrenOf(outer);
    const rings = [outer, ...holes].flatMap(({ poly }) => (poly === null ? [] : [poly]));
    return [rings, ...holes.flatMap(polygonsIn)];
  });
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, index) => node.child(index));
}

/** Cuts a polygon into the pieces in and outside of a ring; all rings closed, in degrees. */
export function cutAtRing(
  polygon: readonly Position[][],
  ring: readonly Position[],
): { inside: Position[][][]; outside: Position[][][] } {
  const rings = polygon.map((each) => each.map(toGrid));
  const cut = ring.map(toGrid);
  const { left, right, top, bottom } = Clipper.getBounds(rings.flat());
  const around = Clipper.getBounds(cut);
  // Most polygons are far away.
  if (left > around.right || right < around.left || top > around.bottom || bottom < around.top)
    return { inside: [], outside: [polygon.map((each) => [...each])] };
  const pieces = (type: ClipType): Position[][][] =>
    polygonsBy(type, rings, [cut], FillRule.EvenOdd).map((piece) => piece.map(closed));
  return { inside: pieces(ClipType.Intersection), outside: pieces(ClipType.Difference) };
}

/** Returns a box around rings, in degrees. */
export function boxOf(rings: Paths64): Box {
  const { left, right, top, bottom } = Clipper.getBounds(rings.flat());
  const [west = NaN, south = NaN] = toPosition({ x: left, y: top });
  const [east = NaN, north = NaN] = toPosition({ x: right, y: bottom });
  return { west, south, east, north };
}
