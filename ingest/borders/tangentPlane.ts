import { type Point, RADIANS_PER_DEGREE } from '../../core/geo/point.js';

/** A place on a tangent plane, in earth radii: `x` eastwards, `y` northwards of its point. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the projection to the plane that touches the globe in one point, seen from the middle of the
 * globe: the gnomonic projection (J. P. Snyder, "Map Projections", 1987, chapter 22). Great circles are
 * straight lines on the plane, and points that are nearer on the globe are nearer on the plane. It takes points, in
 * degrees, that are less than 90° away.
 */
export function tangentPlane(point: Point): (longitude: number, latitude: number) => PlanePoint {
  const pointSine = Math.sin(point.latitude * RADIANS_PER_DEGREE);
  const pointCosine = Math.cos(point.latitude * RADIANS_PER_DEGREE);
  return (longitude, latitude) => {
    const turn = (longitude - point.longitude) * RADIANS_PER_DEGREE;
    const sine = Math.sin(latitude * RADIANS_PER_DEGREE);
    const cosine = Math.cos(latitude * RADIANS_PER_DEGREE);
    const along = cosine * Math.cos(turn);
    const depth = pointSine * sine + pointCosine * along;
    return {
      x: (cosine * Math.sin(turn)) / depth,
      y: (pointCosine * sine - pointSine * along) / depth,
    };
  };
}

/**
 * True if the path from a start to an end crosses an edge once. The path follows the meridian of the start, then
 * the parallel of the end. If it crosses an odd number of edges of a polygon, the polygon holds exactly one of the
 * two points: the even-odd rule. The default start lies outside of all polygons.
 */
export function crossesOnce(
  [from, to]: readonly [PlanePoint, PlanePoint],
  end: PlanePoint,
  start: PlanePoint = { x: Infinity, y: end.y },
): boolean {
  let isOdd = false;
  if (from.x > start.x !== to.x > start.x) {
    const crossing = from.y + ((start.x - from.x) / (to.x - from.x)) * (to.y - from.y);
    if (crossing > start.y !== crossing > end.y) isOdd = !isOdd;
  }
  if (from.y > end.y !== to.y > end.y) {
    const crossing = from.x + ((end.y - from.y) / (to.y - from.y)) * (to.x - from.x);
    if (crossing > start.x !== crossing > end.x) isOdd = !isOdd;
  }
  return isOdd;
}

/** Returns the distance from the origin to the nearest point of a segment. */
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
