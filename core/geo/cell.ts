import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import { distanceKm, EARTH_RADIUS_KM } from './distance.js';
import { landsRadiusRadians, resolutionOf } from './hierarchy.js';
import { landCentre } from './land.js';
import type { Point } from './point.js';
import { RADIANS_PER_DEGREE } from './radians.js';

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

/** Of the ring around all lands below a cell: each corner adds work for whoever compares by them. */
const CORNERS = 12;

/**
 * Returns an outline that no land below a cell reaches out of, however the cell lies: its ring, to be
 * joined by great circles, is a regular polygon around the circle of `landsRadiusRadians`. On the plane
 * that touches the globe in the centre the corners of such a polygon are 1 / cos(π / n) times as far.
 */
export function landsOutline(cell: string): CellOutline {
  const centre = landCentre(cell);
  const radius = landsRadiusRadians(resolutionOf(cell));
  const reach = Math.atan(Math.tan(radius) / Math.cos(Math.PI / CORNERS));
  const ring = Array.from({ length: CORNERS + 1 }, (_, corner) =>
    destination(centre, reach, (2 * Math.PI * (corner % CORNERS)) / CORNERS),
  );
  return { centre, radiusMeters: 1_000 * EARTH_RADIUS_KM * radius, ring };
}

/** Where one arrives who leaves a point in a direction, clockwise from the north, for an angle. */
function destination(
  { latitude, longitude }: Point,
  reach: number,
  bearing: number,
): [number, number] {
  const from = latitude * RADIANS_PER_DEGREE;
  const sine =
    Math.sin(from) * Math.cos(reach) + Math.cos(from) * Math.sin(reach) * Math.cos(bearing);
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(reach) * Math.cos(from),
    Math.cos(reach) - Math.sin(from) * sine,
  );
  return [longitude + turn / RADIANS_PER_DEGREE, Math.asin(sine) / RADIANS_PER_DEGREE];
}
