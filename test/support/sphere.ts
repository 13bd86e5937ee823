import type { Position } from 'geojson';
import { cellToLatLng } from 'h3-js';

/** A place on the globe in degrees. */
export interface LatLng {
  latitude: number;
  longitude: number;
}

export const EARTH_RADIUS_METERS = 6_371_008.8;

/** Degrees as radians. */
export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Great-circle distance of two places in degrees, by the haversine formula. */
export function haversineMeters(
  longitude: number,
  latitude: number,
  otherLongitude: number,
  otherLatitude: number,
): number {
  const sineOfHalf = (degrees: number): number => Math.sin(radians(degrees) / 2);
  const haversine =
    sineOfHalf(otherLatitude - latitude) ** 2 +
    Math.cos(radians(latitude)) *
      Math.cos(radians(otherLatitude)) *
      sineOfHalf(otherLongitude - longitude) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** The place that is reached by a great circle, the bearing in radians from north to east. */
export function destination(
  { latitude, longitude }: LatLng,
  bearing: number,
  meters: number,
): LatLng {
  const angle = meters / EARTH_RADIUS_METERS;
  const phi = radians(latitude);
  const sine =
    Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * sine,
  );
  const turned = longitude + (turn * 180) / Math.PI;
  return {
    latitude: (Math.asin(Math.min(1, Math.max(-1, sine))) * 180) / Math.PI,
    longitude: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned,
  };
}

/**
 * Signed area of a closed ring whose edges are straight in degrees, counted southwards to the
 * pole, so that a ring around the South Pole has one, too. Jumps over ±180° are short edges.
 */
export function areaSquareKm(ring: readonly Position[]): number {
  let sum = 0;
  ring.slice(1).forEach(([longitude = NaN, latitude = NaN], index) => {
    const [previousLongitude = NaN, previousLatitude = NaN] = ring[index] ?? [];
    const step = longitude - previousLongitude;
    const eastwards = step > 180 ? step - 360 : step < -180 ? step + 360 : step;
    // Simpson's rule along the edge.
    const height = (degrees: number): number => 1 + Math.sin(radians(degrees));
    const mean = (height(previousLatitude) + 4 * height((previousLatitude + latitude) / 2) + height(latitude)) / 6; // prettier-ignore
    sum -= radians(eastwards) * mean;
  });
  return (sum * EARTH_RADIUS_METERS ** 2) / 1e6;
}

/** Returns the distance by the chord through the globe, unlike the service; NaN without a second place. */
export function distanceMeters(from: LatLng, to: LatLng | null): number {
  if (to === null) return NaN;
  const [x, y, z] = onUnitSphere(from);
  const [toX, toY, toZ] = onUnitSphere(to);
  const chord = Math.hypot(toX - x, toY - y, toZ - z);
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, chord / 2));
}

/** Returns the place as a vector from the centre of the globe, in units of its radius. */
export function onUnitSphere({ latitude, longitude }: LatLng): [x: number, y: number, z: number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Returns a random place; each part of the globe is as likely as any other of its size. */
export function anywhere(random: () => number): LatLng {
  const latitude = (Math.asin(2 * random() - 1) * 180) / Math.PI;
  return { latitude, longitude: 360 * random() - 180 };
}

/** Returns the centre of an H3 cell. */
export function centreOf(cell: string): LatLng {
  const [latitude, longitude] = cellToLatLng(cell);
  return { latitude, longitude };
}
