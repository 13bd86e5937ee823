import type { Path64, Point64 } from 'clipper2-ts';
import { EARTH_RADIUS_KM } from '../../core/geo/point.js';
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
 * The ring with its long edges cut. Edges are straight in degrees, as Elasticsearch takes them:
 * one along a parallel stays on it.
 *
 * @param ring on the grid, not closed
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
 * No piece of the edge is longer than its share of this: the length as if all of the edge were
 * where the meridians are widest apart. So an edge along a pole has no length.
 */
function longestMeters(from: Point64, to: Point64): number {
  const [fromLongitude = 0, fromLatitude = 0] = toPosition(from).map(toRadians);
  const [toLongitude = 0, toLatitude = 0] = toPosition(to).map(toRadians);
  const crossesEquator = fromLatitude * toLatitude < 0;
  const widest = crossesEquator ? 1 : Math.max(Math.cos(fromLatitude), Math.cos(toLatitude));
  return 1_000 * EARTH_RADIUS_KM * Math.hypot((toLongitude - fromLongitude) * widest, toLatitude - fromLatitude); // prettier-ignore
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
