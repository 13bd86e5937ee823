import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Circle } from '../geometry/circle.js';
import { distanceKm, EARTH_RADIUS_KM } from '../../geo/distance.js';
import { squaredChord, type Vector, vectorOf } from '../geometry/vector.js';
import type { City } from './cities.js';
import type { CityTable } from './cityTable.js';

/** A city with its place in space, of which every land needs the distance. */
export interface PlacedCity extends Vector {
  readonly city: City;
}

/** Far above what rounding, or the library's shorter earth radius, changes in a distance. */
const MARGIN = 1.000_01;

/** Some cities under a kd-tree. */
export class CityIndex {
  readonly #table: CityTable;
  readonly #places: Uint32Array;
  readonly #tree: KDBush;

  /** @param places of the cities in the table, ascending; at least one */
  constructor(table: CityTable, places: Uint32Array) {
    this.#table = table;
    this.#places = places;
    this.#tree = new KDBush(places.length);
    for (const place of places) this.#tree.add(table.longitudeAt(place), table.latitudeAt(place));
    this.#tree.finish();
  }

  /**
   * The cities among which is the closest one to every point of the circle, in the order given.
   *
   * A point at r from the centre is within d + r of the city that is d from the centre, so the
   * closest city to the point is within d + 2 r of the centre.
   */
  candidates({ centre, radiusRadians }: Circle): PlacedCity[] {
    const { longitude, latitude } = centre;
    const [first] = this.#pick(around(this.#tree, longitude, latitude, 1));
    if (first === undefined) return [];
    const nearestKm = distanceKm(centre, first.city);
    const reachKm = (nearestKm + 2 * radiusRadians * EARTH_RADIUS_KM) * MARGIN;
    // The library takes a distance beyond the antipode for a shorter one.
    const isAll = reachKm >= Math.PI * EARTH_RADIUS_KM;
    const positions = around(this.#tree, longitude, latitude, Infinity, isAll ? Infinity : reachKm);
    return this.#pick(positions.sort((one, other) => one - other));
  }

  #pick(positions: readonly number[]): PlacedCity[] {
    return positions.map((position) => this.#table.placedAt(this.#places[position] ?? NaN));
  }
}

/** Those of some cities that are candidates for a circle within theirs; see {@link CityIndex}. */
export function narrowed(
  cities: readonly PlacedCity[],
  { centre, radiusRadians }: Circle,
): PlacedCity[] {
  const middle = vectorOf(centre);
  // Straight distances are no longer than angles, and they too obey the triangle inequality.
  const chords = cities.map((city) => Math.sqrt(squaredChord(city, middle)));
  const nearest = chords.reduce((least, chord) => Math.min(least, chord), Infinity);
  const reach = (nearest + 2 * radiusRadians) * MARGIN;
  return cities.filter((_, position) => (chords[position] ?? Infinity) <= reach);
}

/** The closest of some cities, the first of equally close ones. */
export function closest(cities: readonly PlacedCity[], vector: Vector): City | undefined {
  let best: City | undefined;
  let least = Infinity;
  for (const candidate of cities) {
    const chord = squaredChord(candidate, vector);
    if (chord >= least) continue;
    least = chord;
    best = candidate.city;
  }
  return best;
}
