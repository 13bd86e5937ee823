import type { PlanePoint } from './tangentPlane.js';

/** Tells whether a polygon, its corners in order, not closed, holds a point: the even-odd rule. */
export function polygonHolds(polygon: readonly PlanePoint[], { x, y }: PlanePoint): boolean {
  let inside = false;
  let from = polygon.at(-1);
  for (const to of polygon) {
    if (from !== undefined && from.y > y !== to.y > y) {
      const crossing = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
      if (crossing > x) inside = !inside;
    }
    from = to;
  }
  return inside;
}

/** Tells whether a segment has a point in a polygon, its corners in order and not closed. */
export function segmentMeetsPolygon(
  start: PlanePoint,
  end: PlanePoint,
  polygon: readonly PlanePoint[],
): boolean {
  if (polygonHolds(polygon, start) || polygonHolds(polygon, end)) return true;
  let from = polygon.at(-1);
  for (const to of polygon) {
    if (from !== undefined && segmentsCross(start, end, from, to)) return true;
    from = to;
  }
  return false;
}

function segmentsCross(
  start: PlanePoint,
  end: PlanePoint,
  from: PlanePoint,
  to: PlanePoint,
): boolean {
  return (
    side(start, end, from) * side(start, end, to) <= 0 &&
    side(from, to, start) * side(from, to, end) <= 0
  );
}

/** Positive when the point lies to the left of the way from start to end, 0 on its line. */
function side(start: PlanePoint, end: PlanePoint, { x, y }: PlanePoint): number {
  return (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x);
}

/** From the origin to the nearest point of a segment. */
export function distanceFromOrigin(start: PlanePoint, end: PlanePoint): number {
  const width = end.x - start.x;
  const height = end.y - start.y;
  const squared = width * width + height * height;
  const share = squared === 0 ? 0 : -(start.x * width + start.y * height) / squared;
  // The ends as they are: two segments that meet in one are equally far by it.
  if (share <= 0) return Math.hypot(start.x, start.y);
  if (share >= 1) return Math.hypot(end.x, end.y);
  return Math.abs(start.x * height - start.y * width) / Math.sqrt(squared);
}
