import { type BorderEdge, type BorderOracle, type LatLng, REACH_METERS } from './borderOracle.js';
import { HARD_PLACES, type HardPlace } from './hardPlaces.js';
import { destination, radians } from './sphere.js';

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
 * Points near borders, the same ones on every run: for edges in every hard place and of every
 * country, points so far outside of that country's border, to within a metre, and points inside.
 *
 * @param edgesPerPlace how many edges are taken in every hard place
 * @param edgesPerCountry how many edges are taken of every country
 */
export function pointsNearBorders(
  oracle: BorderOracle,
  {
    edgesPerPlace,
    edgesPerCountry,
    seed = 1,
  }: { edgesPerPlace: number; edgesPerCountry: number; seed?: number },
): BorderPoint[] {
  const random = randomNumbers(seed);
  const places = HARD_PLACES.map((place) => ({
    ...place,
    sample: new Sample(edgesPerPlace, random),
  }));
  const countries = new Map<string, Sample>();
  for (const edge of oracle.edges()) {
    for (const place of places) if (isIn(edge, place)) place.sample.offer(edge);
    const sample = countries.get(edge.id) ?? new Sample(edgesPerCountry, random);
    countries.set(edge.id, sample.offer(edge));
  }
  for (const { place, sample } of places) {
    if (sample.edges.length === 0) throw new Error(`no border in the place ${place}`);
  }
  const taken = [
    ...places.flatMap(({ place, sample }) => sample.edges.map((edge) => ({ place, edge }))),
    ...[...countries.values()].flatMap(({ edges }) =>
      edges.map((edge) => ({ place: 'world', edge })),
    ),
  ];
  return [
    ...LIMITS,
    ...taken.flatMap(({ place, edge }) =>
      around(oracle, edge).map((point) => ({ ...point, place })),
    ),
  ];
}

/** Every edge that is offered has the same chance to be among the few that are kept. */
class Sample {
  readonly edges: BorderEdge[] = [];
  #offered = 0;
  readonly #size: number;
  readonly #random: () => number;

  constructor(size: number, random: () => number) {
    this.#size = size;
    this.#random = random;
  }

  offer(edge: BorderEdge): this {
    this.#offered += 1;
    if (this.edges.length < this.#size) {
      this.edges.push(edge);
    } else {
      const replaced = Math.floor(this.#random() * this.#offered);
      if (replaced < this.#size) this.edges[replaced] = edge;
    }
    return this;
  }
}

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

/** Mulberry32, a generator of numbers from 0 to 1 that gives the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
