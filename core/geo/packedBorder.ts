import { inflateRawSync } from 'node:zlib';

/** The rings of a border, not closed: longitudes and latitudes alternately, on a grid of 10⁻⁷ degrees. */
export type GridRings = readonly Int32Array[];

/**
 * Returns the rings of a stored `border_packed`: JSON of the steps from point to point, deflated, in base64.
 * @throws {Error} if the text is damaged
 */
export function unpackBorder(text: string): GridRings {
  const packed = JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as number[][];
  return packed.map((steps) => {
    const ring = Int32Array.from(steps);
    for (let at = 2; at < ring.length; at += 1) ring[at] = (ring[at] ?? 0) + (ring[at - 2] ?? 0);
    return ring;
  });
}
