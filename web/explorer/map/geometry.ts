import type { Position } from 'geojson';
import { degsToRads as radians, greatCircleDistance, radsToDegs as degrees, UNITS } from 'h3-js';
import type { Point } from '../address.js';

/** The mean radius of the earth that the service uses. */
const EARTH_RADIUS_KM = 6371.0088;

/** Returns the angle between two places, seen from the centre of the earth, in radians. */
function angleBetween(from: Point, to: Point): number {
  const [start, end] = [from, to].map(({ latitude, longitude }) => [latitude, longitude]);
  return greatCircleDistance(start ?? [], end ?? [], UNITS.rads);
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

/** Returns a line without jumps at ±180°. Its longitudes go on beyond 180°. */
export function unwrapLine(line: readonly Position[]): Position[] {
  const unwrapped: Position[] = [];
  let shift = 0;
  let previous: number | undefined;
  for (const [longitude = 0, latitude = 0] of line) {
    const step = longitude - (previous ?? longitude);
    if (step > 180) shift -= 360;
    if (step < -180) shift += 360;
    unwrapped.push([longitude + shift, latitude]);
    previous = longitude;
  }
  return unwrapped;
}

/** Returns a closed ring without such jumps. A ring around a pole is closed along the pole. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const unwrapped = unwrapLine(ring);
  const [first, last] = [unwrapped[0], unwrapped.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return unwrapped;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...unwrapped, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

/** A box around places. Its east is above 180° if it crosses the antimeridian. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boxAround(positions: readonly Position[]): Box {
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

export function boxHolds(outer: Box, inner: Box): boolean {
  return (
    outer.west <= inner.west &&
    outer.south <= inner.south &&
    outer.east >= inner.east &&
    outer.north >= inner.north
  );
}

/** Returns true if both have a place in common, also with longitudes 360° apart. */
export function boxesMeet(one: Box, other: Box): boolean {
  return (
    one.south <= other.north &&
    one.north >= other.south &&
    [-360, 0, 360].some((turn) => one.west + turn <= other.east && one.east + turn >= other.west)
  );
}
