import type { Point } from './point.js';
import { RADIANS_PER_DEGREE } from './radians.js';

/**
 * The mean radius of the earth, (2a + b) / 3 of the WGS 84 ellipsoid; IUGG 1980, in H. Moritz,
 * "Geodetic Reference System 1980", Journal of Geodesy 74 (2000). (Distances of `h3-js` are on a
 * sphere of its own, 6371.00718 km: never mix the two.)
 */
export const EARTH_RADIUS_KM = 6371.0088;

/** The great-circle distance of two points in kilometres, by the haversine formula. */
export function distanceKm(from: Point, to: Point): number {
  const fromLatitude = from.latitude * RADIANS_PER_DEGREE;
  const toLatitude = to.latitude * RADIANS_PER_DEGREE;
  const halfHeight = Math.sin((toLatitude - fromLatitude) / 2);
  const halfWidth = Math.sin(((to.longitude - from.longitude) * RADIANS_PER_DEGREE) / 2);
  const haversine =
    halfHeight ** 2 + Math.cos(fromLatitude) * Math.cos(toLatitude) * halfWidth ** 2;
  // Rounding may carry antipodes a hair above 1.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
