import type { Position } from 'geojson';
import { builtInTable } from '../reference/builtInFile.js';

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

/** Radius of the circle around a part that the atlas has collapsed. Its grid is 400 m wide. */
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
  ...builtInTable('island-towns.tsv').map(([country = '', what = '', longitude, latitude]) => ({
    country,
    what,
    longitude: Number(longitude),
    latitude: Number(latitude),
    radiusMeters: ISLAND_TOWN_RADIUS_METERS,
    source: 'GeoNames',
  })),
];

/** Land of a country within another one that the atlas leaves out, or draws as a line. */
export interface Enclave {
  /** Id of the country. */
  country: string;
  what: string;
  /** Its outline: a closed ring, longitude and latitude in degrees. */
  ring: readonly Position[];
}

/**
 * Outlines of the package `@rapideditor/country-coder` 5.6.1 (ISC licence), good to some 100 m. (Of
 * Baarle-Hertog, which is 22 parcels, it has two larger ones.)
 */
export const ENCLAVES: readonly Enclave[] = [
  { country: 'BEL', what: 'Baarle-Hertog, the north', ring: [[4.93295, 51.44945], [4.93909, 51.44632], [4.9524, 51.45014], [4.95244, 51.45207], [4.93295, 51.44945]] },
  { country: 'BEL', what: 'Baarle-Hertog, the village', ring: [[4.91493, 51.4353], [4.92652, 51.43329], [4.92952, 51.42984], [4.93986, 51.43064], [4.94265, 51.44003], [4.93471, 51.43861], [4.93416, 51.44185], [4.94025, 51.44193], [4.93544, 51.44634], [4.92879, 51.44161], [4.92815, 51.43856], [4.92566, 51.44273], [4.92811, 51.4437], [4.92287, 51.44741], [4.91811, 51.44621], [4.92227, 51.44252], [4.91935, 51.43634], [4.91493, 51.4353]] },
  { country: 'CYP', what: 'Ormideia, within Dhekelia', ring: [[33.77553, 34.99518], [33.77312, 34.9976], [33.75994, 35.00113], [33.75682, 34.99916], [33.76605, 34.99543], [33.76738, 34.99188], [33.7778, 34.98981], [33.77843, 34.988], [33.78149, 34.98854], [33.78318, 34.98699], [33.78571, 34.98951], [33.78917, 34.98854], [33.79191, 34.98914], [33.78516, 34.99582], [33.77553, 34.99518]] },
  { country: 'DEU', what: 'Büsingen am Hochrhein', ring: [[8.70847, 47.68904], [8.71773, 47.69088], [8.70237, 47.71453], [8.68571, 47.70954], [8.66416, 47.71367], [8.67508, 47.6979], [8.65769, 47.68928], [8.66837, 47.68437], [8.67538, 47.68629], [8.68985, 47.69552], [8.70847, 47.68904]] },
  { country: 'ITA', what: 'Campione d’Italia', ring: [[8.95861, 45.96485], [8.97604, 45.96151], [8.97741, 45.98317], [8.96668, 45.98436], [8.95861, 45.96485]] },
  { country: 'VAT', what: 'Vatican City', ring: [[12.45181, 41.90056], [12.45446, 41.90028], [12.45435, 41.90143], [12.45626, 41.90172], [12.45691, 41.90125], [12.4577, 41.90115], [12.45834, 41.90174], [12.45826, 41.90281], [12.45755, 41.9033], [12.45762, 41.9058], [12.45561, 41.90629], [12.45543, 41.90738], [12.45091, 41.90625], [12.44984, 41.90545], [12.44815, 41.90326], [12.44582, 41.90194], [12.44834, 41.90095], [12.45181, 41.90056]] },
]; // prettier-ignore
