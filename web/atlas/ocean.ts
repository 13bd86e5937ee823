import { Clipper, ClipType, FillRule, PolyTree64, Rect64Utils } from 'clipper2-ts';
import type { Paths64, PolyPath64, Rect64 } from 'clipper2-ts';
import { polygon } from '@turf/helpers';
import type { Feature, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unwrapRing } from '../shared/rings.js';
import { readPackaged } from './nature.js';

/** Clipper is exact on integers only. */
const UNITS_PER_DEGREE = 1e6;
/** The parts of the sea are as large as the finest tiles of the map. */
const PARTS_ZOOM = 5;

/**
 * Returns the sea of Natural Earth, which is the world without its land. Each part lies in one tile, so that no shore is a hole
 * that meets the edge of its tile: the map fills such shapes wrongly.
 */
export function oceanAt(scale: '50m' | '10m'): Feature<Polygon>[] {
  const world = readPackaged(`world-atlas/land-${scale}.json`) as Topology<{
    land: GeometryCollection;
  }>;
  const rings = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
  // A tile is cut from -180° to 180°: copies one turn away bring back what reaches beyond.
  const land = rings.map(unwrapRing).flatMap((ring) => {
    const isBeyond = ring.some(([x = 0]) => Math.abs(x) > 180);
    return (isBeyond ? [0, 360, -360] : [0]).map((turn) =>
      ring.map(([x = 0, y = 0]) => ({
        x: Math.round((x + turn) * UNITS_PER_DEGREE),
        y: Math.round(y * UNITS_PER_DEGREE),
      })),
    );
  });
  return [...partsIn(0, 0, 0, land)];
}

/** Cuts land into the quarters of a tile until a quarter is one part. */
function* partsIn(zoom: number, column: number, row: number, land: Paths64): Generator<Feature<Polygon>> {
  const bounds = boundsOf(zoom, column, row);
  const own = Clipper.rectClip(bounds, land);
  if (zoom === PARTS_ZOOM) {
    const sea = new PolyTree64();
    // Inland seas are holes of the land.
    Clipper.booleanOpWithPolyTree(ClipType.Difference, [Rect64Utils.asPath(bounds)], own, sea, FillRule.EvenOdd);
    yield* polygonsIn(sea);
    return;
  }
  for (const right of [0, 1])
    for (const below of [0, 1]) yield* partsIn(zoom + 1, 2 * column + right, 2 * row + below, own);
} // prettier-ignore

/** Returns the bounds of a tile. The first and last row reach to the pole. */
function boundsOf(zoom: number, column: number, row: number): Rect64 {
  const count = 2 ** zoom;
  const longitude = (at: number): number => (at / count) * 360 - 180;
  const latitude = (at: number): number => {
    if (at === 0 || at === count) return at === 0 ? 90 : -90;
    return (Math.atan(Math.sinh(Math.PI * (1 - (2 * at) / count))) * 180) / Math.PI;
  };
  const [left, right] = [longitude(column), longitude(column + 1)];
  // The y of Clipper grows to the north here, so that its top is in the south.
  const [top, bottom] = [latitude(row + 1), latitude(row)];
  const [west = 0, south = 0, east = 0, north = 0] = [left, top, right, bottom].map((degrees) =>
    Math.round(degrees * UNITS_PER_DEGREE),
  );
  return Rect64Utils.create(west, south, east, north);
}

/** Returns the polygons of a tree of outer rings, their holes, and outer rings in these. */
function polygonsIn(parent: PolyPath64): Feature<Polygon>[] {
  return childrenOf(parent).flatMap((outer) => {
    const holes = childrenOf(outer);
    return [polygon([outer, ...holes].map(ringOf)), ...holes.flatMap(polygonsIn)];
  });
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, index) => node.child(index));
}

function ringOf({ poly }: PolyPath64): Position[] {
  const path = poly ?? [];
  return [...path, ...path.slice(0, 1)].map(({ x, y }) => [
    x / UNITS_PER_DEGREE,
    y / UNITS_PER_DEGREE,
  ]);
}
