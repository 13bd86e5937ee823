import { Clipper, ClipType, FillRule, PolyTree64 } from 'clipper2-ts';
import type { Path64, Paths64, PolyPath64 } from 'clipper2-ts';
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
 * One valid set of polygons that covers what the given ones cover together: no ring crosses
 * itself or another one, and none reaches beyond ±180°.
 *
 * The rings of one polygon follow the even-odd rule, which makes every loop of a ring that
 * crosses itself part of the area; polygons that overlap are merged.
 *
 * @param polygons each as its unwrapped rings on the grid, in any orientation
 * @returns each polygon as its rings, not closed: the outer one counter-clockwise, then the
 *   holes, clockwise
 */
export function clean(polygons: readonly Paths64[]): Paths64[] {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(
    ClipType.Union,
    polygons.flatMap(withinGlobe),
    null,
    tree,
    FillRule.NonZero,
  );
  return polygonsOf(tree);
}

/** The polygons of a result of Clipper, as {@link clean} returns them. */
export function polygonsOf(tree: PolyTree64): Paths64[] {
  const polygons: Paths64[] = [];
  collect(tree, polygons);
  return polygons;
}

/** The polygon by valid rings, what lies beyond ±180° moved to the other side of the globe. */
function withinGlobe(rings: Paths64): Paths64 {
  const reachesBeyond = rings.some((ring) => ring.some(({ x }) => Math.abs(x) > HALF_TURN));
  if (!reachesBeyond) return Clipper.union(rings, FillRule.EvenOdd);
  // A hole may be unwrapped to another turn than its outer ring. All three turns of all rings
  // together are right by the even-odd rule, whichever turn each ring is on.
  const turns = rings.flatMap((ring) => [
    ring,
    shifted(ring, FULL_TURN),
    shifted(ring, -FULL_TURN),
  ]);
  return Clipper.intersect(turns, [GLOBE], FillRule.EvenOdd).map((ring) => ring.map(snap));
}

function snap({ x, y }: Path64[number]): Path64[number] {
  const offAntimeridian = HALF_TURN - Math.abs(x);
  return { x: offAntimeridian <= SNAPPING_UNITS ? Math.sign(x) * HALF_TURN : x, y };
}

/** Children of the root are outer rings, their children are holes, and theirs outer rings again. */
function collect(parent: PolyPath64, polygons: Paths64[]): void {
  for (const outer of childrenOf(parent)) {
    const holes = childrenOf(outer);
    polygons.push([outer, ...holes].flatMap(({ poly }) => (poly === null ? [] : [poly])));
    for (const hole of holes) collect(hole, polygons);
  }
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, index) => node.child(index));
}
