import { Clipper, ClipType, FillRule, PolyTree64 } from 'clipper2-ts';
import type { Paths64, PolyPath64 } from 'clipper2-ts';
import type { Position } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import { closed, toGrid } from './grid.js';

/**
 * Returns the polygons that cover what the given rings cover together: no ring crosses itself or another
 * one, and where they overlap or share an edge they become one.
 *
 * @param rings on the grid; outer rings counter-clockwise, holes clockwise
 * @param cut likewise; what these cover is left out
 * @returns each polygon as its rings, not closed: the outer one, then the holes
 */
export function merge(rings: Paths64, cut: Paths64 = []): Paths64[] {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(ClipType.Difference, rings, cut, tree, FillRule.NonZero);
  return polygonsOf(tree);
}

/** Returns the polygons of a result of Clipper, as {@link merge} does. */
function polygonsOf(tree: PolyTree64): Paths64[] {
  const polygons: Paths64[] = [];
  collect(tree, polygons);
  return polygons;
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

/** Cuts a polygon into the pieces in and outside of a box; all rings closed, in degrees. */
export function cutAtBox(
  polygon: readonly Position[][],
  { west, south, east, north }: Box,
): { inside: Position[][][]; outside: Position[][][] } {
  const rings = polygon.map((ring) => ring.map(toGrid));
  const box = [[west, south], [east, south], [east, north], [west, north]].map(toGrid); // prettier-ignore
  const pieces = (operation: ClipType): Position[][][] => {
    const tree = new PolyTree64();
    Clipper.booleanOpWithPolyTree(operation, rings, [box], tree, FillRule.EvenOdd);
    return polygonsOf(tree).map((piece) => piece.map(closed));
  };
  return { inside: pieces(ClipType.Intersection), outside: pieces(ClipType.Difference) };
}
