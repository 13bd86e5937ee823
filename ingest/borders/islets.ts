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
    country: 'BGD',
    what: 'Dahagram-Angarpota, in India',
    longitude: 88.95,
    latitude: 26.3,
    radiusMeters: 2400,
    source: 'a circle of its 18.7 km² (India–Bangladesh agreement of 1974)',
  },
  {
    country: 'KGZ',
    what: 'Barak, in Uzbekistan',
    longitude: 72.767,
    latitude: 40.667,
    radiusMeters: 800,
    source: 'a circle of about 2 km² around the village',
  },
  {
    country: 'RUS',
    what: 'Sankovo-Medvezhye, in Belarus',
    longitude: 31.567,
    latitude: 52.475,
    radiusMeters: 1200,
    source: 'a circle of its 4.5 km²',
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
