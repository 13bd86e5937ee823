import { groupBy } from 'es-toolkit/array';
import { type BorderEdge, type BorderOracle, REACH_METERS } from './borderOracle.js';
import { pick, seeded } from './random.js';
import { destination, type LatLng, radians } from './sphere.js';

/** A point at which a border is hard to judge. */
export interface BorderPoint extends LatLng {
  /** Name of the hard place, or `world`. */
  place: string;
}

/** How far outside of a border the points lie: what must match, what may, and what must not. */
const OUTSIDE_METERS = [50, 2500, 4999, 7300, 7700, 10_001, 13_000];
const INSIDE_METERS = [50, 3000];

/** Exact points where longitude or latitude ends, and what lies there. */
const LIMITS: readonly BorderPoint[] = [-90, -89.999, -85, -78, 52, 65, 67, 71, 83, 90].flatMap(
  (latitude) =>
    [-180, -179.9999999, 0, 179.9999999, 180].map((longitude) => ({
      place: 'limits of the coordinates',
      latitude,
      longitude,
    })),
);

/**
 * Points near borders, the same ones on every run: for some edges in every hard place and of every
 * country, points so far outside of that country's border, to within a metre, and points inside.
 */
export function pointsNearBorders(
  oracle: BorderOracle,
  { edgesPerPlace, edgesPerCountry }: { edgesPerPlace: number; edgesPerCountry: number },
): BorderPoint[] {
  const random = seeded(1);
  const edges = [...oracle.edges()];
  const near = (place: string, among: readonly BorderEdge[], count: number): BorderPoint[] =>
    Array.from({ length: count }, () => pick(random, among)).flatMap((edge) =>
      around(oracle, edge).map((point) => ({ ...point, place })),
    );
  const byCountry = Object.values(groupBy(edges, ({ id }) => id));
  return [
    ...LIMITS,
    ...HARD_PLACES.flatMap((place) =>
      near(place.place, edges.filter((edge) => isIn(edge, place)), edgesPerPlace),
    ),
    ...byCountry.flatMap((among) => near('world', among, edgesPerCountry)),
  ];
} // prettier-ignore

/** By one end of the edge, which is at most 2 km long. */
function isIn({ id, from }: BorderEdge, { country, west, south, east, north }: HardPlace): boolean {
  return (
    (country === undefined || country === id) &&
    from.longitude >= west &&
    from.longitude <= east &&
    from.latitude >= south &&
    from.latitude <= north
  );
}

/** The country is on the left hand of an edge, so outwards is to the right. */
function around(oracle: BorderOracle, { id, from, to }: BorderEdge): LatLng[] {
  const middle = {
    latitude: (from.latitude + to.latitude) / 2,
    longitude: (from.longitude + to.longitude) / 2,
  };
  const eastwards = (to.longitude - from.longitude) * Math.cos(radians(middle.latitude));
  const heading = Math.atan2(eastwards, to.latitude - from.latitude);
  const outside = OUTSIDE_METERS.flatMap((meters) =>
    walkOut(oracle, id, middle, heading + Math.PI / 2, meters),
  );
  return [
    ...outside,
    ...INSIDE_METERS.map((meters) => destination(middle, heading - Math.PI / 2, meters)),
  ];
}

/**
 * Walks until the country is so far away, and gives up where another part of it is in the way.
 * A step of d metres never changes the distance by more, so the walk cannot overshoot.
 */
function walkOut(
  oracle: BorderOracle,
  id: string,
  start: LatLng,
  bearing: number,
  meters: number,
): LatLng[] {
  let walked = meters;
  for (let step = 0; step < 30 && walked < 4 * REACH_METERS; step += 1) {
    const point = destination(start, bearing, walked);
    const judgement = oracle.judge(point).get(id);
    const away =
      judgement === undefined ? Infinity : judgement.inside ? 0 : judgement.distanceMeters;
    if (Math.abs(away - meters) < 0.5) return [point];
    if (away > meters) return [];
    walked += meters - away;
  }
  return [];
}

/** A box in degrees where borders are hard to judge. */
interface HardPlace {
  place: string;
  /** Id of the country whose border is looked at; all countries when absent. */
  country?: string;
  west: number;
  south: number;
  east: number;
  north: number;
}

const everywhere = { west: -180, south: -90, east: 180, north: 90 };
const ofCountry = (country: string, place: string): HardPlace => ({
  place,
  country,
  ...everywhere,
});

/** The places of the decisions: antimeridian, poles, straight borders, islands, enclaves. */
const HARD_PLACES: readonly HardPlace[] = [
  { place: 'west of the antimeridian', west: 177, south: -80, east: 180, north: 80 },
  { place: 'east of the antimeridian', west: -180, south: -80, east: -177, north: 80 },
  { place: 'at the antimeridian', west: 179.9, south: -90, east: 180, north: 90 },
  { place: 'at the antimeridian', west: -180, south: -90, east: -179.9, north: 90 },
  ofCountry('FJI', 'Fiji'),
  { place: 'Wrangel Island', country: 'RUS', west: 178, south: 70, east: 180, north: 72 },
  { place: 'Wrangel Island', country: 'RUS', west: -180, south: 70, east: -177, north: 72 },
  { place: 'near the South Pole', ...everywhere, north: -82 },
  { place: 'Antarctica', ...everywhere, north: -65 },
  { place: 'near the North Pole', ...everywhere, south: 81 },
  { place: 'Svalbard', country: 'SJM', ...everywhere, south: 76 },
  { place: '49° N', country: 'USA', west: -123, south: 48.99, east: -95.2, north: 49.01 },
  { place: '49° N', country: 'CAN', west: -123, south: 48.99, east: -95.2, north: 49.01 },
  { place: '141° W', country: 'USA', west: -141.01, south: 60.4, east: -140.99, north: 69.6 },
  { place: '141° W', country: 'CAN', west: -141.01, south: 60.4, east: -140.99, north: 69.6 },
  { place: '22° N', country: 'EGY', west: 25, south: 21.9, east: 33, north: 22.1 },
  { place: '25° E', country: 'LBY', west: 24.9, south: 22, east: 25.1, north: 29 },
  { place: 'Mali and Algeria', country: 'MLI', west: -5, south: 19, east: 3, north: 25 },
  { place: '27°40′ N', country: 'ESH', west: -13, south: 27.6, east: -8.7, north: 27.7 },
  ...['LSO', 'SMR', 'VAT', 'SWZ', 'GMB', 'BRN', 'MCO', 'LIE', 'AND', 'LUX', 'GIB', 'SXM'].map((id) =>
    ofCountry(id, `enclave or small state ${id}`),
  ),
  { place: 'Kaliningrad', country: 'RUS', west: 19, south: 54, east: 23, north: 56 },
  { place: 'Cabinda', country: 'AGO', west: 12, south: -6, east: 13.2, north: -4.3 },
  { place: 'Nakhchivan', country: 'AZE', west: 44.5, south: 38.7, east: 46.2, north: 40 },
  { place: 'Llivia', country: 'ESP', west: 1.8, south: 42.4, east: 2.1, north: 42.5 },
  { place: 'Musandam', country: 'OMN', west: 55.9, south: 25.2, east: 56.6, north: 26.5 },
  ...['NRU', 'TUV', 'MDV', 'BVT', 'HMD', 'TKL', 'NIU', 'NFK', 'BMU', 'FRO', 'PCN', 'SHN', 'UMI', 'KIR', 'MHL', 'WLF', 'TON', 'CXR'].map((id) =>
    ofCountry(id, `islands of ${id}`),
  ),
]; // prettier-ignore
