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

/** That of the cells below which lands are stored together: 2,401 of them, fewer of a pentagon. */
export const GROUP_RESOLUTION = 4;

// H3 itself also takes leading zeros, which would make several ids of one land.
const CANONICAL_CELL = /^[0-9a-f]{15}$/;

/** The id of a land as it is stored (lower case), or `undefined` if `text` is not one. */
export function parseLandId(text: string): string | undefined {
  const id = text.toLowerCase();
  const isLand =
    CANONICAL_CELL.test(id) && isValidCell(id) && getResolution(id) === LAND_RESOLUTION;
  return isLand ? id : undefined;
}

/** The centre of a land's cell. */
export function landCentre(landId: string): Point {
  const [latitude, longitude] = cellToLatLng(landId);
  return { latitude, longitude };
}

/** The id of the land whose cell holds a point. */
export function landAt({ latitude, longitude }: Point): string {
  return latLngToCell(latitude, longitude, LAND_RESOLUTION);
}

/**
 * The ids of all lands at most `k` steps from a land, ring by ring: itself first, then its
 * neighbours. Around a pentagon the rings are shorter.
 */
export function landDisk(landId: string, k: number): string[] {
  // Not `gridDisk`: near a pentagon that one gives them in no order.
  return gridDiskDistances(landId, k).flat();
}

/** The id of the group that a land belongs to: the cell above it. */
export function groupOf(landId: string): string {
  return cellToParent(landId, GROUP_RESOLUTION);
}

/** The place of a land among those of its group, in ascending order of their ids, from 0. */
export function placeInGroup(landId: string): number {
  return cellToChildPos(landId, GROUP_RESOLUTION);
}
