import type { Projection } from '../address.js';

/** The part of the shorter side of the frame that the globe fills. */
const FILLED = 0.85;
/** The distance of the map's camera, in heights of the frame. Its field of view is 36.87°. */
const CAMERA_HEIGHTS = 1.5;
/** The width of the world in pixels at zoom 0. */
const WORLD_PIXELS = 512;

interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Returns the part of the equator's length that a parallel has. */
const shareOfEquator = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

/** Returns the zoom at which the globe fits into a frame, or the flat world fills it. */
export function fittingZoom(
  { width, height }: Frame,
  latitude: number,
  projection: Projection,
): number {
  // A hidden frame. The map fits when the frame is shown, because its size changes then.
  if (width === 0 || height === 0) return 0;
  if (projection === 'flat') return Math.log2(Math.max(width, height) / WORLD_PIXELS);
  const shown = (FILLED * Math.min(width, height)) / 2;
  const distance = CAMERA_HEIGHTS * height;
  // The visible edge is nearer than the poles: a sphere of radius r looks as large as a disc of
  // radius r * distance / sqrt(distance² + 2 * distance * r).
  const lean = shown ** 2 / distance;
  const radius = lean + Math.sqrt(lean ** 2 + shown ** 2);
  return Math.log2((2 * Math.PI * radius * shareOfEquator(latitude)) / WORLD_PIXELS);
}

/**
 * Returns a function that is true if something is in front of the globe with all of its pixels.
 * @param latitude of the middle of the map
 */
export function discOf({ height }: Frame, latitude: number, zoom: number) {
  const radius = (WORLD_PIXELS * 2 ** zoom) / (2 * Math.PI * shareOfEquator(latitude));
  const distance = CAMERA_HEIGHTS * height;
  const edge = (radius * distance) / Math.sqrt(distance ** 2 + 2 * distance * radius);
  const horizon = Math.acos(radius / (radius + distance));
  /** @param angle from the middle of the map, seen from the centre of the earth, in radians */
  return (angle: number, pixels: number): boolean => {
    const depth = distance + radius * (1 - Math.cos(angle));
    return angle < horizon && (radius * distance * Math.sin(angle)) / depth + pixels < edge;
  };
}
