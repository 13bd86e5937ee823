import type { AtlasPolygon } from './atlas.js';

/** Polygons without an object for every position, which take a tenth of the memory. */
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

/** Restores what was packed. */
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
