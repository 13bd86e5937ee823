/**
 * Land that the atlas leaves out, or draws as a line or a point: it gets a circle around its
 * known point as its border.
 */
export interface Islet {
  /** Id of the country. */
  country: string;
  what: string;
  /** Degrees. */
  longitude: number;
  latitude: number;
  radiusMeters: number;
  /** Where the point and the radius come from. */
  source: string;
}

/** Radius of the circle around a part that the atlas has collapsed: its grid is 400 m wide. */
export const COLLAPSED_PART_RADIUS_METERS = 200;

export const ISLETS: readonly Islet[] = [];
