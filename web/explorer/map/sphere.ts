import type { Point } from '../state/state.js';

/** The mean radius of the earth, as the service has it. */
export const EARTH_RADIUS_KM = 6371.0088;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
export const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Returns the angle between two places, seen from the centre of the earth, in radians. */
export function angleBetween(from: Point, to: Point): number {
  const height = Math.sin(radians(to.latitude - from.latitude) / 2);
  const width = Math.sin(radians(to.longitude - from.longitude) / 2);
  const cosines = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  return 2 * Math.asin(Math.min(1, Math.sqrt(height ** 2 + cosines * width ** 2)));
}

/** Returns the great-circle distance in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  return EARTH_RADIUS_KM * angleBetween(from, to);
}
