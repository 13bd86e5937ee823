import { ClipType, Clipper, FillRule, PolyTree64 } from 'clipper2-ts';
import type { Position } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import { closed, toGrid } from './grid.js';
import { polygonsOf } from './merge.js';

/** The pieces of a polygon in and outside of a box; all rings closed, in degrees. */
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
