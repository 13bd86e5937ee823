import { distanceKm, type Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { TextTable, Uint32List } from '../files/packed.js';
import type { CityRow } from './row.js';

/** Two records of one name, in one country, are the same city within it. */
export const SAME_WITHIN_KM = 10;

/** Steps a degree in which coordinates are kept. */
const STEPS = 1e7;
const METERS_PER_KM = 1_000;

/**
 * Finds which rows of other sources are cities of GeoNames: same country, same default name as names
 * are searched, at most 10 km apart. Of several such pairs the closest is taken, and each city once.
 */
export class SameCities {
  readonly #names = new TextTable();
  /** By number of a name: its latest row, plus 1; by number of a row: the one before it, plus 1. */
  readonly #latest = new Uint32List();
  readonly #before = new Uint32List();
  readonly #latitudes = new Uint32List();
  readonly #longitudes = new Uint32List();
  /** By number of a row: the city of GeoNames that it is, and how far it is from it, in metres. */
  readonly #sameAs = new Uint32List();
  readonly #distances = new Uint32List();

  /** Takes a row of another source; its number is that of the rows before it. */
  add(row: CityRow): void {
    const name = this.#names.add(nameOf(row));
    const { latitude, longitude } = within(row);
    this.#latitudes.push(Math.round((latitude + 90) * STEPS));
    this.#longitudes.push(Math.round((longitude + 180) * STEPS));
    this.#sameAs.push(0);
    this.#distances.push(0);
    this.#latest.set(name, this.#before.push(this.#latest.get(name)) + 1);
  }

  /** Compares a city of GeoNames, once all rows are there. */
  compare(city: CityRow): void {
    const name = this.#names.indexOf(nameOf(city));
    if (name < 0) return;
    let nearest = -1;
    let shortest = SAME_WITHIN_KM * METERS_PER_KM;
    for (let row = this.#latest.get(name) - 1; row >= 0; row = this.#before.get(row) - 1) {
      const distance = Math.round(distanceKm(city, this.#pointOf(row)) * METERS_PER_KM);
      if (distance > shortest) continue;
      nearest = row;
      shortest = distance;
    }
    if (nearest < 0) return;
    if (this.#sameAs.get(nearest) > 0 && this.#distances.get(nearest) <= shortest) return;
    this.#sameAs.set(nearest, Number(city.sourceId));
    this.#distances.set(nearest, shortest);
  }

  /** Returns the source id of the city of GeoNames that a row is, if any. */
  sourceIdOf(row: number): string | undefined {
    const id = this.#sameAs.get(row);
    return id === 0 ? undefined : String(id);
  }

  #pointOf(row: number): Point {
    return {
      latitude: this.#latitudes.get(row) / STEPS - 90,
      longitude: this.#longitudes.get(row) / STEPS - 180,
    };
  }
}

function nameOf({ countryCode, name }: CityRow): string {
  return `${countryCode} ${fold(name)}`;
}

/** Rows that are no cities are told of elsewhere. */
function within({ latitude, longitude }: CityRow): Point {
  const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isSound ? { latitude, longitude } : { latitude: 90, longitude: 0 };
}
