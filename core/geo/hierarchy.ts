import {
  cellToBoundary,
  cellToChildren,
  cellToChildrenSize,
  cellToParent,
  getRes0Cells,
  getResolution,
} from 'h3-js';
import { LAND_RESOLUTION } from './land.js';
import type { Point } from './point.js';

/**
 * From the centre of a cell of resolution 0 to that of its neighbour, in earth radii, on the plane
 * that touches the globe in the middle of their icosahedron face: `RES0_U_GNOMONIC` of H3.
 */
const BASE_SPACING = 0.381966011250105;

/** A step to the next resolution makes distances so many times shorter; cells lie 7 to 1. */
const SHRINKING = Math.sqrt(7);

/** The coarsest cells, which cover the globe. */
export function baseCells(): string[] {
  return getRes0Cells();
}

/** 0 to 15. */
export function resolutionOf(cell: string): number {
  return getResolution(cell);
}

/** The ancestor of a cell at a coarser resolution. */
export function ancestorOf(cell: string, resolution: number): string {
  return cellToParent(cell, resolution);
}

/** The descendants of a cell at a finer resolution, in ascending order. */
export function descendantsOf(cell: string, resolution: number): string[] {
  return cellToChildren(cell, resolution);
}

/** How many descendants a cell has at a finer resolution; a pentagon has fewer than others. */
export function countDescendants(cell: string, resolution: number): number {
  return cellToChildrenSize(cell, resolution);
}

/** The corners of a cell, in the order in which great circles join them. */
export function outlineOf(cell: string): Point[] {
  return cellToBoundary(cell).map(([latitude, longitude]) => ({ latitude, longitude }));
}

/**
 * No point of any land below a cell of that resolution is farther from the cell's centre, as an
 * angle from the middle of the globe. (Children stick out of their parent, so the parent's own
 * outline is no bound.)
 *
 * From a cell's centre to that of a land it takes one step between neighbouring centres at every
 * finer resolution, then one from the land's centre to its corner. On the plane of a face a step
 * has the same length everywhere, and the projection to the globe only shortens it. A step over
 * the edge of a face goes on in the plane of the next one.
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
