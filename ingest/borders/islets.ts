import { ISLAND_TOWNS } from './islandTowns.js';

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

/** Islands of a town whose extent we do not know: most of the atolls' islets are 1 to 3 km long. */
const ISLAND_TOWN_RADIUS_METERS = 1500;

export const ISLETS: readonly Islet[] = [
  {
    country: 'VAT',
    what: 'Vatican City',
    longitude: 12.4534,
    latitude: 41.9034,
    radiusMeters: 400,
    source: 'GeoNames 6691831; a circle of its 0.49 km² (Lateran Treaty of 1929)',
  },
  ...ISLAND_TOWNS.map(([country, what, longitude, latitude]) => ({
    country,
    what,
    longitude,
    latitude,
    radiusMeters: ISLAND_TOWN_RADIUS_METERS,
    source: 'GeoNames',
  })),
];
