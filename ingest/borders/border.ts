import { buffer } from '@turf/buffer';
import { Clipper } from 'clipper2-ts';
import type { Paths64 } from 'clipper2-ts';
import type { MultiPolygon, Position } from 'geojson';
import type { AtlasPolygon } from './atlas.js';
import { densify } from './densify.js';
import { COLLAPSED_PART_RADIUS_METERS, type Islet } from './islets.js';
import { closed } from './grid.js';
import { merge } from './merge.js';
import { splitAtTouchingPoints } from './touching.js';
import { unwrap } from './unwrap.js';
import { withinGlobe } from './withinGlobe.js';

/** Steps of a quarter of a circle: its polygon is at most 0.5 % nearer than the radius. */
const CIRCLE_STEPS = 16;

/**
 * The border of a country as it is stored; see `border` of {@link CountryDocument}.
 *
 * @param polygons of the atlas, as they are: rings may cross themselves, jump over ±180° or
 *   have no area
 * @param islets what the atlas lacks
 */
export function borderOf(
  polygons: readonly AtlasPolygon[],
  islets: readonly Islet[],
): MultiPolygon {
  const parts: Paths64[] = polygons.map(([outer = [], ...holes]) => {
    const rings = [outer, ...holes].map(unwrap);
    const hasArea = rings.slice(0, 1).some((ring) => Clipper.area(ring) !== 0);
    return hasArea ? rings : circle(centreOf(outer), COLLAPSED_PART_RADIUS_METERS);
  });
  for (const { longitude, latitude, radiusMeters } of islets) {
    parts.push(circle([longitude, latitude], radiusMeters));
  }
  return covered(parts);
}

/**
 * The border of a country as it is stored, of polygons that are not the atlas's: parts without an
 * area are nothing.
 *
 * @param polygons as {@link borderOf} takes them
 */
export function ownBorderOf(polygons: readonly Position[][][]): MultiPolygon {
  return covered(polygons.map((rings) => rings.map(unwrap)));
}

function covered(parts: readonly Paths64[]): MultiPolygon {
  const rings = withTouchingPoints(parts).flatMap(withinGlobe);
  const coordinates = merge(rings).map((polygon) => polygon.map((ring) => closed(densify(ring))));
  return { type: 'MultiPolygon', coordinates };
}

/** Parts touch each other as well as themselves. */
function withTouchingPoints(parts: readonly Paths64[]): Paths64[] {
  const rest = splitAtTouchingPoints(parts.flat());
  return parts.map((rings) => rest.splice(0, rings.length));
}

function circle(centre: Position, radiusMeters: number): Paths64 {
  const disc = buffer({ type: 'Point', coordinates: centre }, radiusMeters, {
    units: 'meters',
    steps: CIRCLE_STEPS,
  })?.geometry;
  if (disc?.type !== 'Polygon') throw new Error(`no circle around ${centre.join(', ')}`);
  return disc.coordinates.map(unwrap);
}

/** Mean of the corners of a ring that spans some hundred metres. */
function centreOf(ring: readonly Position[]): Position {
  const mean = (axis: 0 | 1): number =>
    ring.reduce((sum, position) => sum + (position[axis] ?? Number.NaN), 0) / ring.length;
  return [mean(0), mean(1)];
}
