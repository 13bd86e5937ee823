import type { Position } from 'geojson';
import type { Point } from '../state/state.js';
import { degrees, EARTH_RADIUS_KM, radians } from './sphere.js';

const CORNERS = 96;

/** Returns the closed ring of the places that are so far from a point. */
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
