/** Answers about shapes on the sphere by plain arithmetic over every edge: slow, and independent of Elasticsearch. */
export type Position = [longitude: number, latitude: number];
export type Ring = Position[];
/** An outer ring and its holes. */
export type Polygon = Ring[];

/** The sphere that Elasticsearch measures on. */
const earthRadiusMetres = 6_371_008.7714;
const radians = Math.PI / 180;

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The great-circle distance. */
export function distanceMetres(one: Position, other: Position): number {
  const [x, y] = project(one, other);
  return Math.hypot(x, y);
}

/** Whether the position is in an outer ring and in none of its holes. Straight edges in degrees, as in Elasticsearch. */
export function holds(polygons: readonly Polygon[], position: Position): boolean {
  return polygons.some((rings) => rings.filter((ring) => winds(ring, position)).length === 1);
}

function winds(ring: Ring, [longitude, latitude]: Position): boolean {
  let inside = false;
  for (const [[fromX, fromY], [toX, toY]] of edges(ring)) {
    const crosses = fromY > latitude !== toY > latitude;
    if (crosses && longitude < fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX)) {
      inside = !inside;
    }
  }
  return inside;
}

/**
 * The distance from the position to the nearest edge, in a projection around the position that keeps distances from it.
 * Edges of 2 km are straight in it within half a metre, up to 80 degrees of latitude.
 */
export function borderDistanceMetres(polygons: readonly Polygon[], position: Position): number {
  let least = Infinity;
  for (const [from, to] of polygons.flat().flatMap(edges)) {
    const [x, y] = project(position, from);
    const [endX, endY] = project(position, to);
    const [alongX, alongY] = [endX - x, endY - y];
    const lengthSquared = alongX ** 2 + alongY ** 2;
    const share = lengthSquared === 0 ? 0 : -(x * alongX + y * alongY) / lengthSquared;
    const nearest = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(x + nearest * alongX, y + nearest * alongY));
  }
  return least;
}

/** Azimuthal equidistant projection around a centre, in metres. */
function project(centre: Position, position: Position): [x: number, y: number] {
  const [latitude, centreLatitude] = [position[1] * radians, centre[1] * radians];
  const turn = (position[0] - centre[0]) * radians;
  const x = Math.cos(latitude) * Math.sin(turn);
  const y =
    Math.cos(centreLatitude) * Math.sin(latitude) -
    Math.sin(centreLatitude) * Math.cos(latitude) * Math.cos(turn);
  const towards =
    Math.sin(centreLatitude) * Math.sin(latitude) +
    Math.cos(centreLatitude) * Math.cos(latitude) * Math.cos(turn);
  const sine = Math.hypot(x, y);
  const metres = earthRadiusMetres * Math.atan2(sine, towards);
  return sine === 0 ? [0, 0] : [(x / sine) * metres, (y / sine) * metres];
}

function edges(ring: Ring): [Position, Position][] {
  return ring.slice(1).map((end, index) => [ring[index] ?? end, end]);
}

/** The same ring with no edge longer than that. */
export function cutEdges(ring: Ring, longestMetres: number): Ring {
  const pieces = edges(ring).flatMap(([from, to]) => {
    const count = Math.ceil(distanceMetres(from, to) / longestMetres) || 1;
    return Array.from({ length: count }, (_, index): Position => {
      const share = index / count;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    });
  });
  return pieces[0] === undefined ? [] : [...pieces, pieces[0]];
}
