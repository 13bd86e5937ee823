import { LAND_RESOLUTION } from './land.js';

export {
  cellToChildren as descendantsOf,
  cellToChildrenSize as countDescendants,
  cellToParent as ancestorOf,
  getRes0Cells as baseCells,
  getResolution as resolutionOf,
} from 'h3-js';

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
