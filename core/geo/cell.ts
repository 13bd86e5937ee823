import { latLngToCell } from 'h3-js';
import { landCentre, landsRadiusRadians, resolutionOf } from './land.js';
import { EARTH_RADIUS_KM, type Point, RADIANS_PER_DEGREE } from './point.js';

/** An outline that certainly holds all lands below a cell. */
export interface CellOutline {
  readonly centre: Point;
  /** No point of a land is farther from the centre. */
  readonly radiusMeters: number;
  /** Longitude before latitude, closed. */
  readonly ring: readonly [longitude: number, latitude: number][];
}

/** The corners of the outline around all lands below a cell. Each corner costs comparisons. */
const CORNERS = 12;

/** Returns the id of the cell of an H3 resolution that holds a point. */
export function cellAt({ latitude, longitude }: Point, resolution: number): string {
  return latLngToCell(latitude, longitude, resolution);
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
