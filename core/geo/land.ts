import {
  cellToChildPos,
  cellToLatLng,
  cellToParent,
  getResolution,
  gridDiskDistances,
  isValidCell,
  latLngToCell,
} from 'h3-js';
import type { Point } from './point.js';

/** The H3 resolution of every land. */
export const LAND_RESOLUTION = 8;

/** Lands are stored by their cell of this resolution. It has 2,401 of them, a pentagon fewer. */
export const GROUP_RESOLUTION = 4;

// H3 itself also accepts leading zeros, which would give one land several ids.
const CANONICAL_CELL = /^[0-9a-f]{15}$/;

/** Returns the id of a land as it is stored (lower case), or `undefined` if `text` is not one. */
export function parseLandId(text: string): string | undefined {
  const id = text.toLowerCase();
  const isLand =
    CANONICAL_CELL.test(id) && isValidCell(id) && getResolution(id) === LAND_RESOLUTION;
  return isLand ? id : undefined;
}

/** Returns the centre of a land, or of any other cell. */
export function landCentre(cell: string): Point {
  const [latitude, longitude] = cellToLatLng(cell);
  return { latitude, longitude };
}

/** Returns the id of the land whose cell holds a point. */
export function landAt({ latitude, longitude }: Point): string {
  return latLngToCell(latitude, longitude, LAND_RESOLUTION);
}

/**
 * Returns the ids of all lands at most `k` steps from a land, ring by ring: first the land, then its
 * neighbours. Around a pentagon the rings are shorter.
 */
export function landDisk(landId: string, k: number): string[] {
  // `gridDisk` returns the cells in no order near a pentagon.
  return gridDiskDistances(landId, k).flat();
}

/** Returns the id of the group that a land belongs to: the cell above it. */
export function groupOf(landId: string): string {
  return cellToParent(landId, GROUP_RESOLUTION);
}

/** Returns the position of a land in its group, in ascending order of ids, from 0. */
export function placeInGroup(landId: string): number {
  return cellToChildPos(landId, GROUP_RESOLUTION);
}
