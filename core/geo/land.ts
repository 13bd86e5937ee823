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

export {
  cellToChildren as descendantsOf,
  cellToChildrenSize as countDescendants,
  cellToParent as ancestorOf,
  getRes0Cells as baseCells,
  getResolution as resolutionOf,
  isValidCell as isCell,
} from 'h3-js';

/** The H3 resolution of every land. */
export const LAND_RESOLUTION = 8;

/** Lands are stored by their cell of this resolution. It has 2,401 of them, a pentagon fewer. */
export const GROUP_RESOLUTION = 4;

// H3 itself also accepts leading zeros, which would give one land several ids.
const CANONICAL_CELL = /^[0-9a-f]{15}$/;

/** Returns the id of a land as it is stored (lower case), or undefined if a text is not an id. */
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

/** Returns the lands at most `k` steps from a land, ring by ring: first the land, then its neighbours. */
export function landDisk(landId: string, k: number): string[] {
  // `gridDisk` returns the cells in no order near a pentagon.
  return gridDiskDistances(landId, k).flat();
}

/** Returns the number of lands in a disk. A disk around a pentagon has fewer. */
export function diskSize(k: number): number {
  return 1 + 3 * k * (k + 1);
}

/** Returns the id of the group that a land belongs to: the cell above it. */
export function groupOf(landId: string): string {
  return cellToParent(landId, GROUP_RESOLUTION);
}

/** Returns the position of a land in its group, in ascending order of ids, from 0. */
export function placeInGroup(landId: string): number {
  return cellToChildPos(landId, GROUP_RESOLUTION);
}

/**
 * The distance of neighbouring centres of resolution 0, in earth radii, on the plane that touches
 * the globe in the middle of their icosahedron face: `RES0_U_GNOMONIC` of H3.
 */
const BASE_SPACING = 0.381966011250105;

/** One cell has about 7 children, so lengths shrink by this factor with each resolution. */
const SHRINKING = Math.sqrt(7);

/**
 * Returns the largest angle, seen from the centre of the globe, between a cell's centre and any
 * point of a land below the cell. The cell's own outline is no bound: children stick out of it.
 *
 * From a cell's centre to a land's centre it takes one step between neighbouring centres at every
 * finer resolution, then one from the land's centre to its corner. On the plane of a face a step
 * has the same length everywhere, and the projection to the globe only shortens it. A step over
 * the edge of a face continues in the plane of the next face.
 */
export function landsRadiusRadians(resolution: number): number {
  return LANDS_RADII[resolution] ?? NaN;
}

const LANDS_RADII = Array.from({ length: LAND_RESOLUTION + 1 }, (_, resolution) => {
  let radius = spacing(LAND_RESOLUTION) / Math.sqrt(3);
  for (let finer = resolution + 1; finer <= LAND_RESOLUTION; finer += 1) radius += spacing(finer);
  return radius;
});

function spacing(resolution: number): number {
  return BASE_SPACING / SHRINKING ** resolution;
}
