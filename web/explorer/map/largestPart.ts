import type { Position } from 'geojson';
import { boxAround } from './box.js';
import type { CountryShape } from './world.js';

/** Returns the outline of the largest part of a country, which has its name on the map. */
export function largestPart({ geometry }: CountryShape): Position[] {
  const rings = geometry.coordinates.flatMap(([outline]) =>
    outline === undefined ? [] : [outline],
  );
  const sizes = rings.map((ring) => Math.abs(sizeOf(ring)));
  return rings[sizes.indexOf(Math.max(...sizes))] ?? [];
}

/** Returns the centre of gravity of what a ring holds, on a flat map. */
export function centreOf(ring: readonly Position[]): Position {
  const sum = { size: 0, longitude: 0, latitude: 0 };
  for (const [[x0, y0], [x1, y1]] of edgesOf(ring)) {
    const size = x0 * y1 - x1 * y0;
    sum.size += size;
    sum.longitude += (x0 + x1) * size;
    sum.latitude += (y0 + y1) * size;
  }
  if (sum.size === 0) return ring[0] ?? [0, 0];
  return [sum.longitude / (3 * sum.size), sum.latitude / (3 * sum.size)];
}

/** Returns twice what a ring holds, with degrees of longitude as short as they are there. */
function sizeOf(ring: readonly Position[]): number {
  const { south, north } = boxAround(ring);
  const width = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return width * edgesOf(ring).reduce((sum, [[x0, y0], [x1, y1]]) => sum + x0 * y1 - x1 * y0, 0);
}

type Corner = readonly [number, number];

function edgesOf(ring: readonly Position[]): [Corner, Corner][] {
  const corners = ring.map(([x = 0, y = 0]): Corner => [x, y]);
  return corners.slice(1).map((corner, index) => [corners[index] ?? corner, corner]);
}
