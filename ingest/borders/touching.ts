import type { Paths64, Point64 } from 'clipper2-ts';

/** A point so near to an edge was on it before both were rounded to the grid. */
const TOLERANCE_UNITS = 1;

/**
 * The same rings, in which every point that lies on an edge is a point of that edge, too.
 *
 * Otherwise an edge that is cut and rounded may pass such a point on its other side, and so
 * cross the two edges that meet there. (The atlas has them because it is drawn on a grid of
 * about 400 m; a point that is not on an edge is many metres away from it.)
 */
export function splitAtTouchingPoints(rings: Paths64): Paths64 {
  const points = rings.flat().sort((one, other) => one.x - other.x);
  const columns = Float64Array.from(points, ({ x }) => x);
  return rings.map((ring) =>
    ring.flatMap((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      const touching: Point64[] = [];
      const last = Math.max(from.x, to.x) + TOLERANCE_UNITS;
      const first = firstFrom(columns, Math.min(from.x, to.x) - TOLERANCE_UNITS);
      for (let position = first; (columns[position] ?? Infinity) <= last; position += 1) {
        const point = points[position];
        if (point !== undefined && isWithin(point, from, to)) touching.push(point);
      }
      const along = ({ x, y }: Point64): number => Math.abs(x - from.x) + Math.abs(y - from.y);
      return [from, ...touching.sort((one, other) => along(one) - along(other))];
    }),
  );
}

/** Tells whether the point is on the edge, but not one of its ends. */
function isWithin({ x, y }: Point64, from: Point64, to: Point64): boolean {
  if (y < Math.min(from.y, to.y) - TOLERANCE_UNITS) return false;
  if (y > Math.max(from.y, to.y) + TOLERANCE_UNITS) return false;
  if ((x === from.x && y === from.y) || (x === to.x && y === to.y)) return false;
  const [alongX, alongY] = [to.x - from.x, to.y - from.y];
  const offset = Math.abs(alongX * (y - from.y) - alongY * (x - from.x));
  return offset <= TOLERANCE_UNITS * Math.hypot(alongX, alongY);
}

/** Position of the first number in ascending order that is not less than the given one. */
function firstFrom(ascending: Float64Array, least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
