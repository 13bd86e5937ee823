import type { Box } from './box.js';
import type { Point } from './point.js';

/** All points of the globe within an angle of a centre. */
export interface Circle {
  readonly centre: Point;
  /** Seen from the middle of the globe. */
  readonly radiusRadians: number;
}

const DEGREES_PER_RADIAN = 180 / Math.PI;

/** Far more than what rounding can take away, about 0.1 mm. */
const ROUNDING_DEGREES = 1e-9;

/**
 * The boxes that cover a circle: two where it reaches over ±180°, one of the whole width where it
 * holds a pole.
 *
 * Its easternmost meridian is off the centre's by asin(sin r / cos φ): the right-angled spherical
 * triangle of the pole, the centre and the point where the meridian touches the circle.
 */
export function boxesAround({ centre, radiusRadians }: Circle): Box[] {
  const { latitude, longitude } = centre;
  const height = radiusRadians * DEGREES_PER_RADIAN + ROUNDING_DEGREES;
  const south = Math.max(-90, latitude - height);
  const north = Math.min(90, latitude + height);
  if (south === -90 || north === 90) return [{ west: -180, south, east: 180, north }];
  const cosine = Math.cos(latitude / DEGREES_PER_RADIAN);
  const width = Math.asin(Math.min(1, Math.sin(radiusRadians) / cosine)) * DEGREES_PER_RADIAN + ROUNDING_DEGREES; // prettier-ignore
  const west = longitude - width;
  const east = longitude + width;
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  // Both sides of ±180° belong to a circle that only touches it.
  if (west <= -180) {
    return [
      { west: -180, south, east, north },
      { west: west + 360, south, east: 180, north },
    ];
  }
  if (east >= 180) {
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ];
  }
  return [{ west, south, east, north }];
}
