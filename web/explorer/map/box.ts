import type { Position } from 'geojson';

/** A box around places. Its east is above 180° if it crosses the antimeridian. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boxAround(positions: readonly Position[]): Box {
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

export function boxHolds(outer: Box, inner: Box): boolean {
  return (
    outer.west <= inner.west &&
    outer.south <= inner.south &&
    outer.east >= inner.east &&
    outer.north >= inner.north
  );
}

/** Returns true if both have a place in common, also with longitudes 360° apart. */
export function boxesMeet(one: Box, other: Box): boolean {
  return (
    one.south <= other.north &&
    one.north >= other.south &&
    [-360, 0, 360].some((turn) => one.west + turn <= other.east && one.east + turn >= other.west)
  );
}
