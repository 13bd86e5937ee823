import type { Box } from '../geometry/box.js';
import { boxesAround } from '../geometry/circle.js';
import { landsRadiusRadians, outlineOf } from '../../geo/hierarchy.js';
import { LAND_RESOLUTION, landCentre } from '../../geo/land.js';
import { type PlanePoint, TangentPlane } from '../geometry/tangentPlane.js';

/** A land's cell on the plane that touches the globe in its centre. */
export interface CellOutline {
  plane: TangentPlane;
  /** In order, not closed. */
  corners: PlanePoint[];
  /** They cover the cell. */
  boxes: Box[];
}

export function outlineOnPlane(land: string): CellOutline {
  const centre = landCentre(land);
  const plane = new TangentPlane(centre);
  return {
    plane,
    corners: outlineOf(land).map(({ longitude, latitude }) => plane.project(longitude, latitude)),
    boxes: boxesAround({ centre, radiusRadians: landsRadiusRadians(LAND_RESOLUTION) }),
  };
}
