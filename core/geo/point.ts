/** A place on the earth (WGS 84), in degrees. */
export interface Point {
  /** -90 to 90 */
  readonly latitude: number;
  /** -180 to 180 */
  readonly longitude: number;
}

/** A place on the globe as seen from its centre, in earth radii. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * The mean radius of the earth, (2a + b) / 3 of the WGS 84 ellipsoid; IUGG 1980, in H. Moritz,
 * "Geodetic Reference System 1980", Journal of Geodesy 74 (2000). `h3-js` measures on a sphere of
 * 6371.00718 km: never mix the two.
 */
export const EARTH_RADIUS_KM = 6371.0088;

/** Returns the point of a GeoJSON position. */
export function pointOf([longitude, latitude]: readonly [
  longitude: number,
  latitude: number,
]): Point {
  return { latitude, longitude };
}

/** True if coordinates are out of range, and would be in range if they were swapped. */
export function areSwapped(latitude: number, longitude: number): boolean {
  const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return !isSound && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
}

/** Returns the great-circle distance of two points in kilometres, by the haversine formula. */
export function distanceKm(from: Point, to: Point): number {
  const fromLatitude = from.latitude * RADIANS_PER_DEGREE;
  const toLatitude = to.latitude * RADIANS_PER_DEGREE;
  const halfHeight = Math.sin((toLatitude - fromLatitude) / 2);
  const halfWidth = Math.sin(((to.longitude - from.longitude) * RADIANS_PER_DEGREE) / 2);
  const haversine =
    halfHeight ** 2 + Math.cos(fromLatitude) * Math.cos(toLatitude) * halfWidth ** 2;
  // Rounding may carry antipodes slightly above 1.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Returns a point's vector: `x` points to 0° N 0° E, `z` to the North Pole. */
export function vectorOf({ latitude, longitude }: Point): Vector {
  const cosine = Math.cos(latitude * RADIANS_PER_DEGREE);
  return {
    x: cosine * Math.cos(longitude * RADIANS_PER_DEGREE),
    y: cosine * Math.sin(longitude * RADIANS_PER_DEGREE),
    z: Math.sin(latitude * RADIANS_PER_DEGREE),
  };
}

/** Returns the squared straight distance through the globe. It orders points as `distanceKm` does. */
export function squaredChord(one: Vector, other: Vector): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2;
}
