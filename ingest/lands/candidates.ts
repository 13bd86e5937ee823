import { groupBy } from 'es-toolkit/array';
import { landsOutline } from '../../core/geo/cell.js';
import { ancestorOf, landsRadiusRadians, resolutionOf } from '../../core/geo/hierarchy.js';
import { landCentre } from '../../core/geo/land.js';
import { nearestSomewhere } from '../../core/geo/nearestSomewhere.js';
import type { Point } from '../../core/geo/point.js';
import { squaredChord, type Vector, vectorOf } from '../../core/geo/vector.js';
import type { LandCity } from '../../indices/lands.js';

interface PlacedCity extends Vector {
  readonly city: LandCity;
  readonly location: Point;
}

/** Far above what rounding changes in a distance. */
const MARGIN = 1.000_01;

/** Finds the cities that lands below a cell may need. Ask in ascending order: neighbours share what is found. */
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
   * Returns, in ascending order of their ids, the cities among which are, for each land below a cell
   * that belongs to one of some countries, the closest of all cities, of those of its country, and of
   * the primary ones of its country.
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

/** Some cities, of which a cell needs to look only at those that its parent may need. */
class NearbyCities {
  readonly #cities: readonly PlacedCity[];
  readonly #way: { cell: string; cities: readonly PlacedCity[] }[] = [];

  constructor(cities: readonly PlacedCity[]) {
    this.#cities = cities;
  }

  /** Those that are the closest one to some place among the lands below a cell, and perhaps some more. */
  closestIn(cell: string): PlacedCity[] {
    return nearestSomewhere(this.#within(cell), landsOutline(cell));
  }

  /**
   * A point at r from the centre is within d + r of the city that is d from the centre, so the
   * closest city to the point is within d + 2 r of the centre.
   */
  #within(cell: string): readonly PlacedCity[] {
    const resolution = resolutionOf(cell);
    const known = this.#way[resolution];
    if (known?.cell === cell) return known.cities;
    const above = resolution === 0 ? this.#cities : this.#within(ancestorOf(cell, resolution - 1));
    const middle = vectorOf(landCentre(cell));
    // Straight distances are no longer than angles, and they too obey the triangle inequality.
    const chords = above.map((city) => Math.sqrt(squaredChord(city, middle)));
    const nearest = chords.reduce((least, chord) => Math.min(least, chord), Infinity);
    const reach = (nearest + 2 * landsRadiusRadians(resolution)) * MARGIN;
    const cities = above.filter((_, position) => (chords[position] ?? Infinity) <= reach);
    this.#way[resolution] = { cell, cities };
    return cities;
  }
}
