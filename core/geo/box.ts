/** A rectangle in degrees that does not reach over ±180°. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Tells whether two have a point in common. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.west <= other.east &&
    other.west <= one.east &&
    one.south <= other.north &&
    other.south <= one.north
  );
}
