import { buffer } from '@turf/buffer';
import { Clipper } from 'clipper2-ts';
import type { Paths64 } from 'clipper2-ts';
import type { MultiPolygon, Position } from 'geojson';
import type { AtlasPolygon } from './atlas.js';
import { densify, splitAtTouchingPoints } from './edges.js';
import { COLLAPSED_PART_RADIUS_METERS, type Enclave, type Islet } from './addedLand.js';
import { closed, unwrap, withinGlobe } from './grid.js';
import { merge } from './merge.js';

/** More positions than an outline has that is collapsed to a line: four or five. */
const MOST_COLLAPSED = 16;

/** Steps of a quarter of a circle: its polygon is at most 0.5 % nearer than the radius. */
const CIRCLE_STEPS = 16;

/**
 * The border of a country as it is stored; see `border` of {@link CountryDocument}.
 *
 * @param polygons of the atlas, as they are: rings may cross themselves, jump over ±180° or
 *   have no area
 * @param added what the atlas lacks, as {@link addedParts} returns it
 * @param ofOthers what it lacks of other countries, which is cut out; the atlas itself is without overlaps
 */
export function borderOf(
  polygons: readonly AtlasPolygon[],
  added: readonly Paths64[],
  ofOthers: readonly Paths64[] = [],
): MultiPolygon {
  return covered([...drawnParts(polygons), ...added], ofOthers.flatMap(withinGlobe));
}

/** Returns the parts of a country as the atlas draws them, but those without an area. */
export function drawnParts(polygons: readonly AtlasPolygon[]): Paths64[] {
  return polygons.map((rings) => rings.map(unwrap)).filter(hasArea);
}

/** Returns the parts of a country that the atlas lacks, or has collapsed to a line. */
export function addedParts(
  polygons: readonly AtlasPolygon[],
  islets: readonly Islet[],
  enclaves: readonly Enclave[],
): Paths64[] {
  const collapsed = polygons.flatMap(([outer = []]) =>
    outer.length > MOST_COLLAPSED || hasArea([unwrap(outer)])
      ? []
      : [circle(centreOf(outer), COLLAPSED_PART_RADIUS_METERS)],
  );
  const circles = islets.map(({ longitude, latitude, radiusMeters }) =>
    circle([longitude, latitude], radiusMeters),
  );
  return [...collapsed, ...circles, ...enclaves.map(({ ring }) => [unwrap(ring)])];
}

function hasArea([outer]: Paths64): boolean {
  return outer !== undefined && Clipper.area(outer) !== 0;
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

function covered(parts: readonly Paths64[], cut: Paths64 = []): MultiPolygon {
  const rings = withTouchingPoints(parts).flatMap(withinGlobe);
  const coordinates = merge(rings, cut).map((polygon) =>
    polygon.map((ring) => closed(densify(ring))),
  );
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
