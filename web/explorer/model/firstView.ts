import type { Address } from '../address.js';
import { RAMP } from './landClass.js';

/** The cells of the first view fade away up to this zoom. */
export const HEXAGONS_TO_ZOOM = 3.8;

/** The colours of the cells of the first view, by their least mean altitude in metres. */
export const ALTITUDES = RAMP.map((colour, index) => ({
  colour,
  meters: [0, 100, 250, 500, 1_000, 2_000, 4_000][index] ?? 0,
}));

/** True if the cells of the first view are seen and nothing else is chosen. */
export function areAltitudesSeen({ camera, point, country }: Address): boolean {
  return point === undefined && country === undefined && (camera.zoom ?? 0) < HEXAGONS_TO_ZOOM;
}
