import type { MultiPolygon, Position } from 'geojson';

/** An edge on the grid of 10⁻⁷ degrees, where the arithmetic of short edges is exact. */
interface GridEdge {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
}

const UNITS_PER_DEGREE = 1e7;
const BUCKET_UNITS = 0.05 * UNITS_PER_DEGREE;
const BUCKETS_PER_TURN = 10_000;

/**
 * Where edges of a border cross or overlap each other, by comparing all edges that are in the
 * same bucket. Touching in an end of an edge is no crossing.
 *
 * @returns `longitude, latitude` of one end of the edges
 */
export function selfIntersections({ coordinates }: MultiPolygon): string[] {
  const buckets = new Map<number, GridEdge[]>();
  for (const ring of coordinates.flat()) {
    ring.slice(1).forEach((to, index) => {
      const [fromX, fromY] = toUnits(ring[index] ?? to);
      const [toX, toY] = toUnits(to);
      const edge = { fromX, fromY, toX, toY };
      // Edges along a pole are long, and meet nothing but their neighbours.
      if (Math.abs(fromY) === 90 * UNITS_PER_DEGREE && fromY === toY) return;
      for (const key of bucketsOf(edge)) {
        const bucket = buckets.get(key) ?? [];
        bucket.push(edge);
        buckets.set(key, bucket);
      }
    });
  }
  const found = new Set<string>();
  for (const bucket of buckets.values()) {
    bucket.forEach((one, index) => {
      for (let next = index + 1; next < bucket.length; next += 1) {
        const other = bucket[next];
        if (other !== undefined && meet(one, other)) {
          found.add(`${one.fromX / UNITS_PER_DEGREE}, ${one.fromY / UNITS_PER_DEGREE}`);
        }
      }
    });
  }
  return [...found];
}

function toUnits([longitude = NaN, latitude = NaN]: Position): [x: number, y: number] {
  return [Math.round(longitude * UNITS_PER_DEGREE), Math.round(latitude * UNITS_PER_DEGREE)];
}

function bucketsOf({ fromX, fromY, toX, toY }: GridEdge): number[] {
  const keys: number[] = [];
  const bucket = (units: number): number => Math.floor(units / BUCKET_UNITS);
  for (let x = bucket(Math.min(fromX, toX)); x <= bucket(Math.max(fromX, toX)); x += 1) {
    for (let y = bucket(Math.min(fromY, toY)); y <= bucket(Math.max(fromY, toY)); y += 1) {
      keys.push(x * BUCKETS_PER_TURN + y);
    }
  }
  return keys;
}

function meet(one: GridEdge, other: GridEdge): boolean {
  const startSide = side(one, other.fromX, other.fromY);
  const endSide = side(one, other.toX, other.toY);
  if (startSide === 0 && endSide === 0) return overlap(one, other);
  return (
    startSide * endSide < 0 && side(other, one.fromX, one.fromY) * side(other, one.toX, one.toY) < 0
  );
}

function side({ fromX, fromY, toX, toY }: GridEdge, x: number, y: number): number {
  return Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX));
}

/** Whether two edges on one line share more than a point. */
function overlap(one: GridEdge, other: GridEdge): boolean {
  const vertical = one.fromX === one.toX;
  const [from, to, otherFrom, otherTo] = vertical
    ? [one.fromY, one.toY, other.fromY, other.toY]
    : [one.fromX, one.toX, other.fromX, other.toX];
  return Math.min(Math.max(from, to), Math.max(otherFrom, otherTo)) > Math.max(Math.min(from, to), Math.min(otherFrom, otherTo)); // prettier-ignore
}
