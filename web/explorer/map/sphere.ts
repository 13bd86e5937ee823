import type { Point } from '../state/state.js';
import type { Position } from 'geojson';

/** The mean radius of the earth that the service uses. */
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

const CORNERS = 96;

/** Returns the circle around a point as a closed ring. */
export function ringAround({ latitude, longitude }: Point, radiusMeters: number): Position[] {
  const angle = radiusMeters / 1_000 / EARTH_RADIUS_KM;
  const from = radians(latitude);
  const corner = (index: number): Position => {
    const bearing = (2 * Math.PI * index) / CORNERS;
    const sine =
      Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing);
    const turn = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
      Math.cos(angle) - Math.sin(from) * sine,
    );
    return [longitude + degrees(turn), degrees(Math.asin(sine))];
  };
  const corners = Array.from({ length: CORNERS }, (_, index) => corner(index));
  return [...corners, corner(0)];
}

const PIECES = 64;

/** Returns the shortest line between two places. */
export function greatCircle(from: Point, to: Point): Position[] {
  const angle = angleBetween(from, to);
  const ends: Position[] = [from, to].map((end) => [end.longitude, end.latitude]);
  // Equal and opposite places have no unique line.
  if (Math.sin(angle) < 1e-9) return unwrapLine(ends);
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const between = Array.from({ length: PIECES - 1 }, (_, index): Position => {
    const share = (index + 1) / PIECES;
    const [weightA, weightB] = [
      Math.sin((1 - share) * angle) / Math.sin(angle),
      Math.sin(share * angle) / Math.sin(angle),
    ];
    const [x, y, z] = [
      a.x * weightA + b.x * weightB,
      a.y * weightA + b.y * weightB,
      a.z * weightA + b.z * weightB,
    ];
    return [degrees(Math.atan2(y, x)), degrees(Math.atan2(z, Math.hypot(x, y)))];
  });
  const [first = [], last = []] = ends;
  return unwrapLine([first, ...between, last]);
}

function vectorOf({ latitude, longitude }: Point): { x: number; y: number; z: number } {
  const cosine = Math.cos(radians(latitude));
  return {
    x: cosine * Math.cos(radians(longitude)),
    y: cosine * Math.sin(radians(longitude)),
    z: Math.sin(radians(latitude)),
  };
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
