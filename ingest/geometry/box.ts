/** A rectangle in degrees that does not reach over ±180°. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
