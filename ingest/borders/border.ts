import { buffer } from '@turf/buffer';
import { Clipper, type Paths64 } from 'clipper2-ts';
import type { MultiPolygon, Position } from 'geojson';
import { type Box, boxesAround } from '../../core/geo/box.js';
import { EARTH_RADIUS_KM } from '../../core/geo/point.js';
import { densify, splitAtTouchingPoints } from './edges.js';
import { closed, merge, unwrap, withinGlobe } from './grid.js';
import type { Islet } from './territories.js';

/** Steps of a quarter of a circle: its polygon is at most 0.5 % nearer than the radius. */
const CIRCLE_STEPS = 16;

/**
 * Returns the border of a country as it is stored.
 * @param parts its rings may cross themselves. Both loops of such a ring are part of the area
 * @param ofOthers parts of other countries that are cut out
 */
export function borderOf(
  parts: readonly Paths64[],
  ofOthers: readonly Paths64[] = [],
): MultiPolygon {
  // Parts touch each other as well as themselves.
  const rings = splitAtTouchingPoints(parts.flat());
  const split = parts.flatMap(({ length }) => withinGlobe(rings.splice(0, length)));
  const coordinates = merge(split, ofOthers.flatMap(withinGlobe)).map((polygon) =>
    polygon.map((ring) => closed(densify(ring))),
  );
  return { type: 'MultiPolygon', coordinates };
}

/** Returns polygons as parts on the grid. Their rings may jump over ±180°. */
export function partsOf(polygons: readonly Position[][][]): Paths64[] {
  return polygons.map((rings) => rings.map(unwrap));
}

/** Returns the parts of a country as a source draws them, but those without an area. */
export function drawnParts(polygons: readonly Position[][][]): Paths64[] {
  return partsOf(polygons).filter(hasArea);
}

function hasArea([outer]: Paths64): boolean {
  return outer !== undefined && Clipper.area(outer) !== 0;
}

/** Returns circles around points, as parts on the grid. */
export function circlesAround(islets: readonly Islet[]): Paths64[] {
  return islets.map(({ longitude, latitude, radiusMeters }) =>
    circle([longitude, latitude], radiusMeters),
  );
}

function circle(centre: Position, radiusMeters: number): Paths64 {
  const disc = buffer({ type: 'Point', coordinates: centre }, radiusMeters, {
    units: 'meters',
    steps: CIRCLE_STEPS,
  })?.geometry;
  if (disc?.type !== 'Polygon') throw new Error(`no circle around ${centre.join(', ')}`);
  return disc.coordinates.map(unwrap);
}

/** Far more than rounding and cutting can move a point. */
const MARGIN_DEGREES = 0.05;

/** Returns boxes that cover the border which {@link borderOf} makes of the same polygons and islets. */
export function extentsOf(polygons: readonly Position[][][], islets: readonly Islet[]): Box[] {
  return [
    ...polygons.map(([outer = []]) => extentOf(outer)),
    ...islets.flatMap(({ longitude, latitude, radiusMeters }) =>
      boxesAround({
        centre: { latitude, longitude },
        radiusRadians: (1.01 * radiusMeters) / 1_000 / EARTH_RADIUS_KM,
      }),
    ),
  ];
}

function extentOf(ring: readonly Position[]): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude = NaN, latitude = NaN] of ring) {
    west = Math.min(west, longitude - MARGIN_DEGREES);
    east = Math.max(east, longitude + MARGIN_DEGREES);
    south = Math.min(south, latitude - MARGIN_DEGREES);
    north = Math.max(north, latitude + MARGIN_DEGREES);
  }
  // Such a ring may jump over ±180°, or go around a pole and be closed along it.
  const mayTurn = east - west > 180;
  if (west > -180 && east < 180 && !mayTurn) return { west, south, east, north };
  return {
    west: -180,
    east: 180,
    south: mayTurn && south < 0 ? -90 : south,
    north: mayTurn && north > 0 ? 90 : north,
  };
}
