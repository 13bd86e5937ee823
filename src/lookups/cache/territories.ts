import type { LRUCache } from 'lru-cache';
import { cellAt, cellOutline } from '../../../core/geo/cell.js';
import type { Point } from '../../../core/geo/point.js';
import { countries } from '../../../indices/countries.js';
import {
  type CountryAt,
  countriesAt,
  provingSearch,
  readProof,
  toCountryAt,
} from '../../search/borders.js';
import type { Snapshot } from '../../search/live.js';
import type { Expectation, Search } from '../../search/search.js';
import { boundedMap } from './budget.js';
import { ofOneVersion } from './ofOneVersion.js';
import { statistics } from './statistics.js';

/** Which countries hold a place, and which are nearby. */
export interface Territory {
  /** The same for the same countries. */
  readonly key: string;
  /** First those that hold it, then the nearby ones, each by population. */
  readonly countries: readonly CountryAt[];
  /** The ids of those that hold it; where there is none, of those nearby. */
  readonly decidingIds: readonly string[];
}

/** Proven is only which countries hold a cell, for somewhere in it another one begins to be nearby. */
interface Held {
  readonly decidingIds: readonly string[];
  readonly countries?: undefined;
}

/** `seen`: asked once. `unproven`: not the same all over it, or not provable; smaller ones may be. */
type CellState = Territory | Held | 'seen' | 'unproven';

const LARGEST_CELLS = 6;

/** The H3 resolutions of cells for which a proof is tried, one after the other. */
export const CELL_RESOLUTIONS = [LARGEST_CELLS, 8, 10];

/** Tells whether cells are looked at only when they are asked for again; all within them are busy. */
export function isPatient(resolution: number): boolean {
  return resolution === LARGEST_CELLS;
}

const READS = [countries];

/**
 * Knows of cells in which every point has the same territory, by a proof that Elasticsearch gave.
 * The largest cells are proven when they are asked for the second time, for who asks everywhere once
 * shall not pay for it; those in them at once.
 */
export class Territories {
  readonly #search: Search;
  readonly #cells: ((version: string) => LRUCache<string, CellState>) | undefined;
  readonly #interned = new Map<string, Territory>();
  readonly #internedHeld = new Map<string, Held>();
  readonly #proving = new Set<string>();

  /** @param maxBytes undefined: nothing is kept */
  constructor(search: Search, maxBytes: number | undefined) {
    this.#search = search;
    if (maxBytes === undefined) return;
    // Territories are shared.
    this.#cells = ofOneVersion(() => boundedMap<CellState>(maxBytes, () => 0, 'territories'));
  }

  /** Returns the territory of a point; undefined where Elasticsearch must be asked. */
  recall(point: Point, live: Snapshot): Territory | undefined {
    const cells = this.#cellsOf(live);
    const found = cells && decidedCell(point, cells, isProven);
    return found?.state;
  }

  /** Returns the ids of the countries that decide at a point; undefined where Elasticsearch must be asked. */
  recallDeciding(point: Point, live: Snapshot): readonly string[] | undefined {
    const cells = this.#cellsOf(live);
    const found = cells && decidedCell(point, cells, isHeld);
    return found?.state?.decidingIds;
  }

  /**
   * Finds the ids of the countries that decide at a point.
   * @throws {ApiError}
   */
  async findDeciding(point: Point, live: Snapshot): Promise<readonly string[]> {
    return this.recallDeciding(point, live) ?? (await this.find(point, live)).decidingIds;
  }

  /**
   * Finds the territory of a point.
   * @throws {ApiError}
   */
  async find(point: Point, live: Snapshot, expectation?: Expectation): Promise<Territory> {
    const cells = this.#cellsOf(live);
    const index = live.index(countries);
    const ask = async (): Promise<Territory> => {
      const hits = await this.#search(index, countriesAt(point), expectation);
      return this.#intern(hits.map(toCountryAt));
    };
    if (cells === undefined) return ask();
    const decided = decidedCell(point, cells, isProven);
    if (decided === undefined) return ask();
    const { cell, resolution, state } = decided;
    if (state !== undefined) return state;
    if (isPatient(resolution) && cells.get(cell) === undefined) {
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
      const hits = await this.#search(index, provingSearch(point, outline), expectation);
      const proof = readProof(hits);
      const territory = this.#intern(proof.found);
      statistics.proofs[proof.isProven ? 'proven' : proof.isHeld ? 'held' : 'unproven'] += 1;
      if (proof.isProven) cells.set(cell, territory);
      else cells.set(cell, proof.isHeld ? this.#internHeld(territory) : 'unproven');
      return territory;
    } finally {
      this.#proving.delete(cell);
    }
  }

  #cellsOf(live: Snapshot): LRUCache<string, CellState> | undefined {
    const version = live.version(READS);
    return version === undefined ? undefined : this.#cells?.(version);
  }

  #internHeld({ decidingIds }: Territory): Held {
    const key = decidingIds.join();
    const before = this.#internedHeld.get(key);
    if (before !== undefined) return before;
    const held = { decidingIds };
    this.#internedHeld.set(key, held);
    return held;
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

const isProven = (state: Territory | Held): state is Territory => state.countries !== undefined;
const isHeld = (state: Territory | Held): state is Territory | Held =>
  state.decidingIds.length >= 0;

interface Decided<State> {
  readonly cell: string;
  readonly resolution: number;
  /** Undefined: it is not known yet whether it can be proven. */
  readonly state: State | undefined;
}

/** Returns the largest cell around a point that may be proven, or is; undefined: none may. */
function decidedCell<State extends Territory | Held>(
  point: Point,
  cells: LRUCache<string, CellState>,
  suffices: (state: Territory | Held) => state is State,
): Decided<State> | undefined {
  for (const resolution of CELL_RESOLUTIONS) {
    const cell = cellAt(point, resolution);
    const state = cells.get(cell);
    if (state === undefined || state === 'seen') return { cell, resolution, state: undefined };
    if (state !== 'unproven' && suffices(state)) return { cell, resolution, state };
  }
  return undefined;
}
