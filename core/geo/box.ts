import { type Point, RADIANS_PER_DEGREE } from './point.js';

/** A rectangle in degrees that does not cross ±180°. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** All points of the globe within an angle of a centre. */
export interface Circle {
  readonly centre: Point;
  /** Seen from the centre of the globe. */
  readonly radiusRadians: number;
}

/** Far more than rounding can take away. It is about 0.1 mm. */
const ROUNDING_DEGREES = 1e-9;

/** Returns whether two boxes have a point in common. */
export function overlap(one: Box, other: Box): boolean {
  const isBeside = one.west > other.east || other.west > one.east;
  return !isBeside && one.south <= other.north && other.south <= one.north;
}

/**
 * Returns boxes that cover a circle: two if it crosses ±180°, one of full width if it holds a pole.
 *
 * The circle's easternmost meridian is asin(sin r / cos φ) from the centre: the pole, the centre and
 * the point where the meridian touches the circle are a right-angled spherical triangle.
 */
export function boxesAround({ centre, radiusRadians }: Circle): Box[] {
  const { latitude, longitude } = centre;
  const height = radiusRadians / RADIANS_PER_DEGREE + ROUNDING_DEGREES;
  const south = Math.max(-90, latitude - height);
  const north = Math.min(90, latitude + height);
  const sine = Math.sin(radiusRadians) / Math.cos(latitude * RADIANS_PER_DEGREE);
  const width = Math.asin(Math.min(1, sine)) / RADIANS_PER_DEGREE + ROUNDING_DEGREES;
  if (south === -90 || north === 90 || width >= 180)
    return [{ west: -180, south, east: 180, north }];
  const west = longitude - width;
  const east = longitude + width;
  // A circle that only touches ±180° has points on both sides of it.
  if (west > -180 && east < 180) return [{ west, south, east, north }];
  return [
    { west: west > -180 ? west : west + 360, south, east: 180, north },
    { west: -180, south, east: east < 180 ? east : east - 360, north },
  ];
}

/**
 * Returns the smallest rectangle around points, in degrees. Its `west` is greater than its `east` if it crosses ±180°.
 * @param points at least one
 */
export function boundsOf(points: readonly Point[]) {
  const latitudes = points.map(({ latitude }) => latitude).sort((one, other) => one - other);
  const longitudes = points.map(({ longitude }) => longitude).sort((one, other) => one - other);
  const [first = 0, last = first] = [longitudes[0], longitudes.at(-1)];
  // The widest gap between neighbouring points, all around the globe, stays outside.
  let [west, east, widest] = [first, last, first + 360 - last];
  for (const [at, longitude] of longitudes.entries()) {
    const next = longitudes[at + 1] ?? longitude;
    if (next - longitude > widest) [west, east, widest] = [next, longitude, next - longitude];
  }
  return { south: latitudes[0] ?? 0, west, north: latitudes.at(-1) ?? 0, east };
}
