import { groupBy } from 'es-toolkit/array';
import { landsOutline } from '../../core/geo/cell.js';
import { ancestorOf, landsRadiusRadians, resolutionOf } from '../../core/geo/hierarchy.js';
import { landCentre } from '../../core/geo/land.js';
import { nearestSomewhere } from '../../core/geo/nearestSomewhere.js';
import { type Point, squaredChord, type Vector, vectorOf } from '../../core/geo/point.js';
import type { LandCity } from '../../indices/lands.js';

interface PlacedCity extends Vector {
  readonly city: LandCity;
  readonly location: Point;
}

/** Far more than rounding changes in a distance. */
const MARGIN = 1.000_01;

/** Finds the cities that the lands below a cell may need. Ascending order of cells is fastest. */
export class Candidates {
  readonly #all: NearbyCities;
  readonly #own: ReadonlyMap<string, NearbyCities>;
  readonly #primary: ReadonlyMap<string, NearbyCities>;

  constructor(cities: readonly LandCity[]) {
    const placed = cities.map((city) => {
      const [longitude, latitude] = city.location;
      const location = { latitude, longitude };
      return { city, location, ...vectorOf(location) };
    });
    this.#all = new NearbyCities(placed);
    this.#own = byCountry(placed);
    this.#primary = byCountry(placed.filter(({ city }) => city.primary));
  }

  /**
   * Returns the cities, by id, that include the closest ones for each land below a cell that belongs
   * to one of the countries: the closest of all cities, of the country's cities, and of the
   * country's primary cities.
   */
  of(cell: string, countryIds: readonly string[]): LandCity[] {
    const closest = this.#all.closestIn(cell);
    const found = new Set(closest);
    for (const id of countryIds) {
      const isAlone = closest.length > 0 && closest.every(({ city }) => city.country_id === id);
      const own = isAlone ? closest : (this.#own.get(id)?.closestIn(cell) ?? []);
      const isPrimary = own.length > 0 && own.every(({ city }) => city.primary);
      const primary = isPrimary ? own : (this.#primary.get(id)?.closestIn(cell) ?? []);
      for (const city of [...own, ...primary]) found.add(city);
    }
    return [...found].map(({ city }) => city).sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

function byCountry(cities: readonly PlacedCity[]): Map<string, NearbyCities> {
  const groups = Object.entries(groupBy(cities, ({ city }) => city.country_id));
  return new Map(groups.map(([id, group]) => [id, new NearbyCities(group)]));
}

/** Cities of which a cell looks only at those that its parent may need. */
class NearbyCities {
  readonly #cities: readonly PlacedCity[];
  /** By resolution: the latest cell and the cities near it. */
  readonly #path: { cell: string; cities: readonly PlacedCity[] }[] = [];

  constructor(cities: readonly PlacedCity[]) {
    this.#cities = cities;
  }

  /** Returns all cities that are the closest one at some place among the lands below a cell. */
  closestIn(cell: string): PlacedCity[] {
    return nearestSomewhere(this.#near(cell), landsOutline(cell));
  }

  /**
   * A point at r from the centre is within d + r of the city that is d from the centre. So the
   * city closest to the point is within d + 2 r of the centre.
   */
  #near(cell: string): readonly PlacedCity[] {
    const resolution = resolutionOf(cell);
    const cached = this.#path[resolution];
    if (cached?.cell === cell) return cached.cities;
    const above = resolution === 0 ? this.#cities : this.#near(ancestorOf(cell, resolution - 1));
    const centre = vectorOf(landCentre(cell));
    // Straight distances are no longer than angles, and also obey the triangle inequality.
    const chords = above.map((city) => Math.sqrt(squaredChord(city, centre)));
    const nearest = chords.reduce((least, chord) => Math.min(least, chord), Infinity);
    const reach = (nearest + 2 * landsRadiusRadians(resolution)) * MARGIN;
    const cities = above.filter((_, position) => (chords[position] ?? Infinity) <= reach);
    this.#path[resolution] = { cell, cities };
    return cities;
  }
}
