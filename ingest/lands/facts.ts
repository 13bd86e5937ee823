import { groupBy } from 'es-toolkit';
import { distanceKm } from '../../geo/distance.js';
import { landCentre } from '../../geo/land.js';
import { vectorOf } from '../geometry/vector.js';
import type { City } from './cities.js';
import { closest, placed, type PlacedCity } from './cityIndex.js';
import { NearbyCities } from './nearbyCities.js';
import type { LandRow } from './row.js';

export interface CloseCity {
  city: City;
  /** Great-circle, from the centre of the land's cell. */
  distanceKm: number;
}

/** Facts for a land's document beyond its own row. */
export interface LandFacts {
  /** That of the closest city of the same country; null where that one has none. */
  regionName: string | null;
  closest: CloseCity | undefined;
  /** The closest of the primary cities of the same country. */
  primary: CloseCity | undefined;
}

/** Finds the closest cities of lands; of equally close ones the first by id. */
export class ClosestCities {
  readonly #all: NearbyCities;
  readonly #byCountry: ReadonlyMap<string, NearbyCities>;
  readonly #primaryByCountry: ReadonlyMap<string, NearbyCities>;

  /** @param cities in ascending order of their ids */
  constructor(cities: readonly City[]) {
    const all = cities.map(placed);
    this.#all = new NearbyCities(all);
    this.#byCountry = nearbyByCountry(all);
    this.#primaryByCountry = nearbyByCountry(all.filter(({ city }) => city.primary));
  }

  /**
   * @param cell that the land is below, of a resolution from 5 to 8; lands of one cell one after
   *   the other, since what they share is found once
   */
  of({ id, countryId }: LandRow, cell: string): LandFacts {
    const centre = landCentre(id);
    const vector = vectorOf(centre);
    const nearestOf = (cities?: NearbyCities): City | undefined =>
      cities && closest(cities.of(cell), vector);

    const first = nearestOf(this.#all);
    // Most often one city is all three.
    const isOwn = first?.countryId === countryId;
    const own = isOwn ? first : nearestOf(this.#byCountry.get(countryId));
    const primary = own?.primary ? own : nearestOf(this.#primaryByCountry.get(countryId));

    const away = (city?: City): CloseCity | undefined =>
      city && { city, distanceKm: distanceKm(centre, city) };
    const nearest = away(first);
    return {
      regionName: own?.regionName ?? null,
      closest: nearest,
      primary: primary === first ? nearest : away(primary),
    };
  }
}

function nearbyByCountry(cities: readonly PlacedCity[]): Map<string, NearbyCities> {
  const groups = groupBy(cities, ({ city }) => city.countryId);
  return new Map(Object.entries(groups).map(([id, group]) => [id, new NearbyCities(group)]));
}
