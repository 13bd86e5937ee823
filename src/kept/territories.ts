import type { LRUCache } from 'lru-cache';
import { cellAt, cellOutline } from '../../geo/cell.js';
import type { Point } from '../../geo/point.js';
import { countries } from '../../indices/countries.js';
import {
  type CountryAt,
  countriesAt,
  provingSearch,
  readProof,
  toCountryAt,
} from '../store/borders.js';
import type { Snapshot } from '../store/live.js';
import type { Search } from '../store/search.js';
import { boundedMap } from './budget.js';
import { ofOneVersion } from './ofOneVersion.js';

/** Which countries hold a place, and which are nearby. */
export interface Territory {
  /** The same for the same countries. */
  readonly key: string;
  /** First those that hold it, then the nearby ones, each by population. */
  readonly countries: readonly CountryAt[];
  /** The ids of those that hold it; where there is none, of those nearby. */
  readonly decidingIds: readonly string[];
}

/** `seen`: asked once. `unproven`: not the same all over it, or not provable; smaller ones may be. */
type CellState = Territory | 'seen' | 'unproven';

/** The H3 resolutions of cells for which a proof is tried, one after the other. */
export const CELL_RESOLUTIONS = [6, 8, 10];

const READS = [countries];

/**
 * Knows of cells in which every point has the same territory, by a proof that Elasticsearch gave.
 * Cells are proven when they are asked for the second time: who asks everywhere once shall not pay
 * for it.
 */
export class Territories {
  readonly #search: Search;
  readonly #cells: ((version: string) => LRUCache<string, CellState>) | undefined;
  readonly #interned = new Map<string, Territory>();
  readonly #proving = new Set<string>();

  /** @param maxBytes undefined: nothing is kept */
  constructor(search: Search, maxBytes: number | undefined) {
    this.#search = search;
    if (maxBytes === undefined) return;
    // Territories are shared.
    this.#cells = ofOneVersion(() => boundedMap<CellState>(maxBytes, () => 0));
  }

  /** Returns the territory of a point; undefined where Elasticsearch must be asked. */
  recall(point: Point, live: Snapshot): Territory | undefined {
    const version = live.version(READS);
    const cells = version === undefined ? undefined : this.#cells?.(version);
    if (cells === undefined) return undefined;
    for (const resolution of CELL_RESOLUTIONS) {
      const state = cells.get(cellAt(point, resolution));
      if (state === undefined || state === 'seen') return undefined;
      if (state !== 'unproven') return state;
    }
    return undefined;
  }

  /**
   * Finds the territory of a point.
   * @throws {ApiError}
   */
  async find(point: Point, live: Snapshot): Promise<Territory> {
    const version = live.version(READS);
    const cells = version === undefined ? undefined : this.#cells?.(version);
    const index = live.index(countries);
    const ask = async (): Promise<Territory> => {
      const hits = await this.#search(index, countriesAt(point, [], false));
      return this.#intern(hits.map(toCountryAt));
    };
    if (cells === undefined) return ask();
    const cell = undecidedCell(point, cells);
    if (cell === undefined) return this.recall(point, live) ?? ask();
    if (cells.get(cell) === undefined) {
      cells.set(cell, 'seen');
      return ask();
    }
    const outline = cellOutline(cell);
    if (outline === undefined) {
      cells.set(cell, 'unproven');
      return ask();
    }
    if (this.#proving.has(cell)) return ask();
    this.#proving.add(cell);
    try {
      const hits = await this.#search(index, provingSearch(point, outline));
      const { found, isProven } = readProof(hits);
      const territory = this.#intern(found);
      cells.set(cell, isProven ? territory : 'unproven');
      return territory;
    } finally {
      this.#proving.delete(cell);
    }
  }

  /** There are a few thousand of them in the world, and millions of cells. */
  #intern(found: readonly CountryAt[]): Territory {
    const key = found.map(({ id, isInside }) => `${id}${isInside ? '+' : '-'}`).join('');
    const before = this.#interned.get(key);
    if (before !== undefined) return before;
    const inside = found.filter(({ isInside }) => isInside);
    const deciding = inside.length > 0 ? inside : found;
    const territory = { key, countries: found, decidingIds: deciding.map(({ id }) => id) };
    this.#interned.set(key, territory);
    return territory;
  }
}

/** Returns the largest cell around a point of which it is not known whether it can be proven. */
function undecidedCell(point: Point, cells: LRUCache<string, CellState>): string | undefined {
  for (const resolution of CELL_RESOLUTIONS) {
    const cell = cellAt(point, resolution);
    const state = cells.get(cell);
    if (state === undefined || state === 'seen') return cell;
    if (state !== 'unproven') return undefined;
  }
  return undefined;
}
