import { cellToBoundary, latLngToCell } from 'h3-js';
import { landCentre, landsRadiusRadians, resolutionOf } from './land.js';
import { distanceKm, EARTH_RADIUS_KM, type Point, RADIANS_PER_DEGREE } from './point.js';

/** An outline that certainly holds every point of a cell. */
export interface CellOutline {
  readonly centre: Point;
  /** No point of the cell is farther from its centre. */
  readonly radiusMeters: number;
  /** Longitude before latitude, closed: a GeoJSON ring whose edges are straight in degrees. */
  readonly ring: readonly [longitude: number, latitude: number][];
}

/**
 * Corners are moved outwards by this share of the radius. In a cell of resolution 6 below the
 * highest latitude that is 18 m, and an edge that is straight in degrees is at most 3 m off the
 * great circle.
 */
const ENLARGEMENT = 1.005;
const ENLARGEMENT_METERS = 1;
/** Closer to a pole, degrees of longitude are too short to draw with. */
const HIGHEST_LATITUDE = 85;

/** The corners of the outline around all lands below a cell. Each corner costs comparisons. */
const CORNERS = 12;

/** Returns the id of the cell of an H3 resolution that holds a point. */
export function cellAt({ latitude, longitude }: Point, resolution: number): string {
  return latLngToCell(latitude, longitude, resolution);
}

/** Returns the corners of a cell, in the order in which great circles join them. */
export function outlineOf(cell: string): Point[] {
  return cellToBoundary(cell).map(([latitude, longitude]) => ({ latitude, longitude }));
}

/** Returns the outline of a cell, or undefined if the cell is near a pole or reaches ±180°. */
export function cellOutline(cell: string): CellOutline | undefined {
  const centre = landCentre(cell);
  const { latitude, longitude } = centre;
  const corners = outlineOf(cell);
  const radiusMeters = 1_000 * Math.max(...corners.map((corner) => distanceKm(centre, corner)));
  const factor = ENLARGEMENT + ENLARGEMENT_METERS / radiusMeters;
  const ring = corners.map((corner): [number, number] => [
    longitude + (corner.longitude - longitude) * factor,
    latitude + (corner.latitude - latitude) * factor,
  ]);
  const [first] = ring;
  const isDrawable = ring.every(
    ([lng, lat]) =>
      Math.abs(lat) < HIGHEST_LATITUDE && Math.abs(lng) < 180 && Math.abs(lng - longitude) < 90,
  );
  if (first === undefined || !isDrawable) return undefined;
  return { centre, radiusMeters: radiusMeters * factor, ring: [...ring, first] };
}

/**
 * Returns an outline of all lands below a cell, for cells anywhere. Great circles join its corners,
 * which form a regular polygon around the circle of `landsRadiusRadians`. On the plane that touches
 * the globe in the centre, the corners of such a polygon are 1 / cos(π / n) times as far as its edges.
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

/** Returns the point at an angle from another one, in a direction clockwise from the north. */
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
