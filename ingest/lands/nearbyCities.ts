import type { Circle } from '../geometry/circle.js';
import { ancestorOf, landsRadiusRadians, resolutionOf } from '../../geo/hierarchy.js';
import { landCentre } from '../../geo/land.js';
import type { CityTable } from './cityTable.js';
import { CityIndex, narrowed, type PlacedCity } from './cityIndex.js';

/** Neighbouring cells share a search in the tree: that costs as much as some hundred lands. */
const SEARCH_RESOLUTION = 5;

/**
 * Finds the few cities that can be the closest one to a land below a cell. The search of the
 * last cell asked serves its neighbours, too: ask in ascending order.
 */
export class NearbyCities {
  readonly #table: CityTable;
  readonly #places: Uint32Array;
  #index: CityIndex | undefined;
  #far = { cell: '', cities: [] as readonly PlacedCity[] };
  #near = { cell: '', cities: [] as readonly PlacedCity[] };

  /** @param places of the cities in the table, ascending; at least one */
  constructor(table: CityTable, places: Uint32Array) {
    this.#table = table;
    this.#places = places;
  }

  /** @param cell of a resolution from 5 to 8 */
  of(cell: string): readonly PlacedCity[] {
    if (this.#near.cell === cell) return this.#near.cities;
    const ancestor = ancestorOf(cell, SEARCH_RESOLUTION);
    if (this.#far.cell !== ancestor) {
      this.#index ??= new CityIndex(this.#table, this.#places);
      this.#far = { cell: ancestor, cities: this.#index.candidates(circleOf(ancestor)) };
    }
    this.#near = { cell, cities: narrowed(this.#far.cities, circleOf(cell)) };
    return this.#near.cities;
  }
}

/** Around the lands below a cell. */
function circleOf(cell: string): Circle {
  return { centre: landCentre(cell), radiusRadians: landsRadiusRadians(resolutionOf(cell)) };
}
