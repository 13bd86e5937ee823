import { distanceKm } from '../../geo/distance.js';
import { landCentre } from '../../geo/land.js';
import { vectorOf } from '../geometry/vector.js';
import type { City } from './cities.js';
import { closest } from './cityIndex.js';
import { CityTable, type SharedCities, sharedCities } from './cityTable.js';
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
  readonly #all: NearbyCities | undefined;
  readonly #byCountry: ReadonlyMap<string, NearbyCities>;
  readonly #primaryByCountry: ReadonlyMap<string, NearbyCities>;

  /** @param cities in ascending order of their ids */
  constructor(cities: readonly City[] | SharedCities) {
    const table = new CityTable('count' in cities ? cities : sharedCities(cities));
    const all = Uint32Array.from({ length: table.length }, (_, place) => place);
    this.#all = table.length > 0 ? new NearbyCities(table, all) : undefined;
    this.#byCountry = nearbyByCountry(table, all);
    const primary = all.filter((place) => table.isPrimary(place));
    this.#primaryByCountry = nearbyByCountry(table, primary);
  }

  /**
   * @param cell that the land is below, of a resolution from 5 to 8; lands of one cell one after
   *   the other, since what they share is found once
   */
  of({ id, countryId }: LandRow, cell: string, centre = landCentre(id)): LandFacts {
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

function nearbyByCountry(table: CityTable, places: Uint32Array): Map<string, NearbyCities> {
  const groups = new Map<string, number[]>();
  for (const place of places) {
    const id = table.countryAt(place);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [place]);
    else group.push(place);
  }
  return new Map(
    [...groups].map(([id, group]) => [id, new NearbyCities(table, Uint32Array.from(group))]),
  );
}
