import type { Position } from 'geojson';
import type { Point } from '../address.js';

/** The mean radius of the earth that the service uses. */
const EARTH_RADIUS_KM = 6371.0088;

const radians = (degree: number): number => (degree * Math.PI) / 180;
const degrees = (radian: number): number => (radian * 180) / Math.PI;

export function positionOf({ latitude, longitude }: Point): [longitude: number, latitude: number] {
  return [longitude, latitude];
}

/** Returns the angle between two places, seen from the centre of the earth, in radians. */
export function angleBetween(from: Point, to: Point): number {
  const [start, end] = [radians(from.latitude), radians(to.latitude)];
  const across = Math.sin((end - start) / 2) ** 2;
  const along = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * Math.asin(Math.sqrt(Math.min(1, across + along * Math.cos(start) * Math.cos(end))));
}

/** Returns the great-circle distance in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  return EARTH_RADIUS_KM * angleBetween(from, to);
}

/** Returns the place at an angle from a place in a direction. Its longitude may exceed 180°. */
function placeAt({ latitude, longitude }: Point, bearing: number, angle: number): Position {
  const from = radians(latitude);
  const sine =
    Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing);
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * sine,
  );
  return [longitude + degrees(turn), degrees(Math.asin(sine))];
}

const CORNERS = 96;

/** Returns the circle around a point as a closed ring. */
export function ringAround(point: Point, radiusMeters: number): Position[] {
  const angle = radiusMeters / 1_000 / EARTH_RADIUS_KM;
  const corners = Array.from({ length: CORNERS }, (_, index) =>
    placeAt(point, (2 * Math.PI * index) / CORNERS, angle),
  );
  return [...corners, ...corners.slice(0, 1)];
}

const PIECES = 64;

/** Returns the shortest line between two places, of which the first is not a pole. */
export function greatCircle(from: Point, to: Point): Position[] {
  const [start, end] = [radians(from.latitude), radians(to.latitude)];
  const turn = radians(to.longitude - from.longitude);
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(end),
    Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn),
  );
  const angle = angleBetween(from, to);
  return Array.from({ length: PIECES + 1 }, (_, index) =>
    placeAt(from, bearing, (angle * index) / PIECES),
  );
}
