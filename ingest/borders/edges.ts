import type { Path64, Paths64, Point64 } from 'clipper2-ts';
import { sortedIndex } from 'es-toolkit/compat';
import { EARTH_RADIUS_KM, RADIANS_PER_DEGREE } from '../../core/geo/point.js';
import { toPosition } from './grid.js';

/**
 * No edge of a border is longer, along a great circle. Elasticsearch measures the distance to an
 * edge in a projection that is wrong by hundreds of metres for edges of tens of kilometres at
 * high latitudes.
 */
export const MAX_EDGE_METERS = 2000;

/** Keeps the rounding to the grid from making an edge longer than allowed. */
const ROUNDING_METERS = 1;

/**
 * Cuts the long edges of a ring, which is not closed. Edges are straight in degrees, as Elasticsearch
 * takes them: one along a parallel stays on it.
 */
export function densify(ring: Path64): Path64 {
  return ring.flatMap((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from;
    const pieces = Math.ceil(longestMeters(from, to) / (MAX_EDGE_METERS - ROUNDING_METERS));
    if (pieces <= 1) return [from];
    // The countries on both sides of an edge must get the same points, whichever way they go.
    const forwards = from.x < to.x || (from.x === to.x && from.y < to.y);
    const [start, end] = forwards ? [from, to] : [to, from];
    return Array.from({ length: pieces }, (_, piece) => {
      const share = (forwards ? piece : pieces - piece) / pieces;
      return {
        x: Math.round(start.x + (end.x - start.x) * share),
        y: Math.round(start.y + (end.y - start.y) * share),
      };
    });
  });
}

/**
 * Returns the length that an edge would have where the meridians are widest apart on it. No piece of
 * the edge is longer than its share of that. So an edge along a pole has no length.
 */
function longestMeters(from: Point64, to: Point64): number {
  const inRadians = (point: Point64): number[] =>
    toPosition(point).map((degrees) => degrees * RADIANS_PER_DEGREE);
  const [fromLongitude = 0, fromLatitude = 0] = inRadians(from);
  const [toLongitude = 0, toLatitude = 0] = inRadians(to);
  const crossesEquator = fromLatitude * toLatitude < 0;
  const widest = crossesEquator ? 1 : Math.max(Math.cos(fromLatitude), Math.cos(toLatitude));
  return 1_000 * EARTH_RADIUS_KM * Math.hypot((toLongitude - fromLongitude) * widest, toLatitude - fromLatitude); // prettier-ignore
}

/** A point so near to an edge was on it before both were rounded to the grid. */
const TOLERANCE_UNITS = 1;

/**
 * Adds to every edge the points of other rings that lie on it. Otherwise an edge that is cut and
 * rounded may pass such a point on its other side, and so cross the two edges that meet there. (Sources
 * have them because they are drawn on a grid of a metre or more.)
 */
export function splitAtTouchingPoints(rings: Paths64): Paths64 {
  const points = rings.flat().sort((one, other) => one.x - other.x);
  const columns = Float64Array.from(points, ({ x }) => x);
  return rings.map((ring) =>
    ring.flatMap((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      const touching: Point64[] = [];
      const last = Math.max(from.x, to.x) + TOLERANCE_UNITS;
      const first = sortedIndex(columns, Math.min(from.x, to.x) - TOLERANCE_UNITS);
      for (let position = first; (columns[position] ?? Infinity) <= last; position += 1) {
        const point = points[position];
        if (point !== undefined && isWithin(point, from, to)) touching.push(point);
      }
      const along = ({ x, y }: Point64): number => Math.abs(x - from.x) + Math.abs(y - from.y);
      return [from, ...touching.sort((one, other) => along(one) - along(other))];
    }),
  );
}

/** True if the point is on the edge, but not one of its ends. */
function isWithin({ x, y }: Point64, from: Point64, to: Point64): boolean {
  if (y < Math.min(from.y, to.y) - TOLERANCE_UNITS) return false;
  if (y > Math.max(from.y, to.y) + TOLERANCE_UNITS) return false;
  if ((x === from.x && y === from.y) || (x === to.x && y === to.y)) return false;
  const [alongX, alongY] = [to.x - from.x, to.y - from.y];
  const offset = Math.abs(alongX * (y - from.y) - alongY * (x - from.x));
  return offset <= TOLERANCE_UNITS * Math.hypot(alongX, alongY);
}
