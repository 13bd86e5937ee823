import type { Position } from 'geojson';

/** Returns a line without jumps at ±180°. Its longitudes go on beyond 180°. */
export function unwrapLine(line: readonly Position[]): Position[] {
  const unwrapped: Position[] = [];
  let shift = 0;
  let previous: number | undefined;
  for (const [longitude = 0, latitude = 0] of line) {
    const step = longitude - (previous ?? longitude);
    if (step > 180) shift -= 360;
    if (step < -180) shift += 360;
    unwrapped.push([longitude + shift, latitude]);
    previous = longitude;
  }
  return unwrapped;
}

/** Returns a closed ring without such jumps. A ring around a pole is closed along the pole. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const unwrapped = unwrapLine(ring);
  const [first, last] = [unwrapped[0], unwrapped.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return unwrapped;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...unwrapped, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

/** A box around places. Its east is above 180° if it crosses the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number];

export function boxAround(positions: readonly Position[]): Box {
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
}
