import { type Box, boxesAround } from '../../core/geo/box.js';
import { EARTH_RADIUS_KM } from '../../core/geo/point.js';
import type { AtlasPolygon } from './atlas.js';
import type { Islet } from './addedLand.js';

/** More than the circle around a part that the atlas has collapsed, up to 85° north or south. */
const MARGIN_DEGREES = 0.05;

/**
 * Returns boxes that cover the border which {@link borderOf} makes of the same polygons and islets,
 * without making the border: a country cannot be outside of them.
 */
export function extentsOf(
  polygons: readonly AtlasPolygon[],
  islets: readonly Islet[],
): readonly Box[] {
  return [
    ...polygons.map(([outer = []]) => boxOf(outer)),
    ...islets.flatMap(({ longitude, latitude, radiusMeters }) =>
      boxesAround({
        centre: { latitude, longitude },
        radiusRadians: (1.01 * radiusMeters) / 1_000 / EARTH_RADIUS_KM,
      }),
    ),
  ];
}

function boxOf(ring: AtlasPolygon[number]): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude = NaN, latitude = NaN] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  west -= MARGIN_DEGREES;
  east += MARGIN_DEGREES;
  south -= MARGIN_DEGREES;
  north += MARGIN_DEGREES;
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
/** Polygons as numbers, without an object for every position: a tenth of the memory. */
export type PackedPolygons = readonly (readonly Float64Array[])[];

export function packed(polygons: readonly AtlasPolygon[]): PackedPolygons {
  return polygons.map((rings) =>
    rings.map((ring) => {
      const numbers = new Float64Array(2 * ring.length);
      ring.forEach(([longitude = NaN, latitude = NaN], place) => {
        numbers[2 * place] = longitude;
        numbers[2 * place + 1] = latitude;
      });
      return numbers;
    }),
  );
}

/** Restores packed polygons. */
export function unpacked(polygons: PackedPolygons): AtlasPolygon[] {
  return polygons.map((rings) =>
    rings.map((numbers) =>
      Array.from({ length: numbers.length / 2 }, (_, place) => [
        numbers[2 * place] ?? NaN,
        numbers[2 * place + 1] ?? NaN,
      ]),
    ),
  );
}
