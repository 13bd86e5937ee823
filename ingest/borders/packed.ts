import { deflateRawSync } from 'node:zlib';
import type { Path64, Paths64 } from 'clipper2-ts';
import { chunk } from 'es-toolkit/array';
import type { MultiPolygon, Position } from 'geojson';
import { unpackBorder } from '../../core/geo/packedBorder.js';
import { toGrid } from './grid.js';

/** The rings of a polygon as numbers, without an object for every position: a tenth of the memory. */
export type PackedPolygon = readonly Float64Array[];

export function packed(polygon: readonly Position[][]): PackedPolygon {
  return polygon.map((ring) => {
    const numbers = new Float64Array(2 * ring.length);
    ring.forEach(([longitude = NaN, latitude = NaN], place) => {
      numbers[2 * place] = longitude;
      numbers[2 * place + 1] = latitude;
    });
    return numbers;
  });
}

export function unpacked(polygon: PackedPolygon): Position[][] {
  return polygon.map((numbers) =>
    Array.from({ length: numbers.length / 2 }, (_, place) => [
      numbers[2 * place] ?? NaN,
      numbers[2 * place + 1] ?? NaN,
    ]),
  );
}

/** Packs a border into a text in base64, which `unpackBorder` reads: a thirtieth of its GeoJSON. Points on straight edges are left out. */
export function borderText({ coordinates }: MultiPolygon): string {
  const rings = coordinates.flat().map((ring) => withoutStraight(ring.slice(1).map(toGrid)));
  const steps = rings.map((ring) =>
    ring.flatMap(({ x, y }, at) => [x - (ring[at - 1]?.x ?? 0), y - (ring[at - 1]?.y ?? 0)]),
  );
  return deflateRawSync(JSON.stringify(steps)).toString('base64');
}

/** Returns the rings of {@link borderText} on the grid: outer ones counter-clockwise, holes clockwise. */
export function ringsIn(text: string): Paths64 {
  return unpackBorder(text).map((ring) => chunk([...ring], 2).map(([x = 0, y = 0]) => ({ x, y })));
}

/** Grid units. Points that were added to a straight edge lie so near to it. */
const STRAIGHT_UNITS = 4;

function withoutStraight(ring: Path64): Path64 {
  const kept: Path64 = [];
  // The points since the last kept one. All must lie near the new edge, or a gentle curve would lose them one by one.
  let left: Path64 = [];
  ring.forEach((point, at) => {
    const [from = point, to = point] = [kept.at(-1) ?? ring.at(-1), ring[(at + 1) % ring.length]];
    const [x, y] = [to.x - from.x, to.y - from.y];
    const most = STRAIGHT_UNITS * Math.hypot(x, y);
    left.push(point);
    if (left.every((each) => Math.abs(x * (each.y - from.y) - y * (each.x - from.x)) <= most))
      return;
    kept.push(point);
    left = [];
  });
  return kept;
}
