import type { Position } from 'geojson';

/** Returns a line without jumps from +180° to -180°: its longitudes go on beyond a half turn. */
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

/** Returns a closed ring without such jumps; one around a pole is closed along that pole. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const unwrapped = unwrapLine(ring);
  const [first, last] = [unwrapped[0], unwrapped.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return unwrapped;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...unwrapped, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}
