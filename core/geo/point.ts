/** A place on the earth (WGS 84), in degrees. */
export interface Point {
  /** -90 to 90 */
  readonly latitude: number;
  /** -180 to 180 */
  readonly longitude: number;
}
