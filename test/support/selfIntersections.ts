import Flatbush from 'flatbush';
import type { MultiPolygon, Position } from 'geojson';

const UNITS_PER_DEGREE = 1e7;
const POLE = 90 * UNITS_PER_DEGREE;

/** An edge on the grid of 10⁻⁷ degrees, where the arithmetic of short edges is exact. */
type GridEdge = readonly [fromX: number, fromY: number, toX: number, toY: number];

/**
 * Where edges of a border cross or overlap each other. Touching in an end of an edge is no crossing.
 * @returns `longitude, latitude` of one end of the edges
 */
export function selfIntersections({ coordinates }: MultiPolygon): string[] {
  const edges = coordinates.flat().flatMap((ring) => {
    const points = ring.map(toUnits);
    return points.slice(1).map((to, at): GridEdge => [...(points[at] ?? to), ...to]);
  });
  // Edges along a pole are long, and meet nothing but their neighbours.
  const short = edges.filter(([, fromY, , toY]) => Math.abs(fromY) !== POLE || fromY !== toY);
  const index = new Flatbush(short.length);
  for (const edge of short) index.add(...boxOf(edge));
  index.finish();
  const crossing = short.filter((one, at) =>
    index.search(...boxOf(one)).some((next) => next > at && meet(one, short[next])),
  );
  return crossing.map(([x, y]) => `${x / UNITS_PER_DEGREE}, ${y / UNITS_PER_DEGREE}`);
}

function toUnits([longitude = NaN, latitude = NaN]: Position): [x: number, y: number] {
  return [Math.round(longitude * UNITS_PER_DEGREE), Math.round(latitude * UNITS_PER_DEGREE)];
}

function boxOf([x, y, toX, toY]: GridEdge): [number, number, number, number] {
  return [Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)];
}

function meet(one: GridEdge, other: GridEdge | undefined): boolean {
  if (other === undefined) return false;
  const startSide = side(one, other[0], other[1]);
  const endSide = side(one, other[2], other[3]);
  if (startSide === 0 && endSide === 0) return overlap(one, other);
  return startSide * endSide < 0 && side(other, one[0], one[1]) * side(other, one[2], one[3]) < 0;
}

function side([fromX, fromY, toX, toY]: GridEdge, x: number, y: number): number {
  return Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX));
}

/** Whether two edges on one line share more than a point. */
function overlap(one: GridEdge, other: GridEdge): boolean {
  const axis = one[0] === one[2] ? 1 : 0;
  const [from, to, otherFrom, otherTo] = [one[axis], one[axis + 2], other[axis], other[axis + 2]] as GridEdge; // prettier-ignore
  return Math.min(Math.max(from, to), Math.max(otherFrom, otherTo)) > Math.max(Math.min(from, to), Math.min(otherFrom, otherTo)); // prettier-ignore
}
