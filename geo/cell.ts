import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import { distanceKm } from './distance.js';
import type { Point } from './point.js';

/** The outline of a cell that no point of the cell lies outside of, however that is computed. */
export interface CellOutline {
  readonly centre: Point;
  /** No point of the cell is farther from its centre. */
  readonly radiusMeters: number;
  /** Longitude before latitude, closed: a GeoJSON ring whose edges are straight in degrees. */
  readonly ring: readonly [longitude: number, latitude: number][];
}

/**
 * Corners are moved outwards by so much of the radius: an edge that is straight in degrees leaves
 * the great circle by 3 m at most in a cell of resolution 6 below the highest latitude, 18 m are
 * added.
 */
const ENLARGEMENT = 1.005;
const ENLARGEMENT_METERS = 1;
/** Nearer to a pole degrees of longitude are too short to draw with. */
const HIGHEST_LATITUDE = 85;

/** Returns the id of the cell of that H3 resolution that holds a point. */
export function cellAt({ latitude, longitude }: Point, resolution: number): string {
  return latLngToCell(latitude, longitude, resolution);
}

/** Returns the outline of a cell; undefined for one that is near a pole, or reaches to ±180°. */
export function cellOutline(cell: string): CellOutline | undefined {
  const [latitude, longitude] = cellToLatLng(cell);
  const centre = { latitude, longitude };
  const corners = cellToBoundary(cell);
  const radiusMeters =
    1_000 * Math.max(...corners.map(([lat, lng]) => distanceKm(centre, { latitude: lat, longitude: lng }))); // prettier-ignore
  const factor = ENLARGEMENT + ENLARGEMENT_METERS / radiusMeters;
  const ring = corners.map(([lat, lng]): [number, number] => [
    longitude + (lng - longitude) * factor,
    latitude + (lat - latitude) * factor,
  ]);
  const [first] = ring;
  const isDrawable = ring.every(
    ([lng, lat]) =>
      Math.abs(lat) < HIGHEST_LATITUDE && Math.abs(lng) < 180 && Math.abs(lng - longitude) < 90,
  );
  if (first === undefined || !isDrawable) return undefined;
  return { centre, radiusMeters: radiusMeters * factor, ring: [...ring, first] };
}
