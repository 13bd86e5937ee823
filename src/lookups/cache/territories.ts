import type { LRUCache } from 'lru-cache';
import { cellAt, type CellOutline, cellOutline } from '../../../core/geo/cell.js';
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
import { keptProofs } from '../../observe/metrics.js';
import { boundedMap } from './budget.js';

/** Which countries hold a place, and which are nearby. */
export interface Territory extends Held {
  /** The same for the same countries. */
  readonly key: string;
  /** First those that hold it, then the nearby ones, each by population. */
  readonly countries: readonly CountryAt[];
  /** What is known where only this much is proven, for somewhere in the cell another country begins to be nearby. */
  readonly held: Held;
}

interface Held {
  /** The ids of the countries that hold a place; where there is none, of those nearby. */
  readonly decidingIds: readonly string[];
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
  /** By the version of the countries, and the cell. */
  readonly #cells: LRUCache<string, CellState> | undefined;
  readonly #interned = new Map<string, Territory>();
  readonly #proving = new Set<string>();

  /** @param maxBytes undefined: nothing is kept */
  constructor(search: Search, maxBytes: number | undefined) {
    this.#search = search;
    // Territories are shared.
    if (maxBytes !== undefined) this.#cells = boundedMap(maxBytes, () => 0, 'territories');
  }

  /** Returns the territory of a point; undefined where Elasticsearch must be asked. */
  recall(point: Point, live: Snapshot): Territory | undefined {
    const state = this.#decided(point, live, isProven)?.state;
    return state && isProven(state) ? state : undefined;
  }

  /** Returns the ids of the countries that decide at a point; undefined where Elasticsearch must be asked. */
  recallDeciding(point: Point, live: Snapshot): readonly string[] | undefined {
    return this.#decided(point, live, () => true)?.state?.decidingIds;
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
    const decided = this.#decided(point, live, isProven);
    if (decided?.state !== undefined && isProven(decided.state)) return decided.state;
    const index = live.index(countries);
    const outline = decided && this.#toProve(decided);
    if (decided === undefined || outline === undefined) {
      const hits = await this.#search(index, countriesAt(point), expectation);
      return this.#intern(hits.map(toCountryAt));
    }
    this.#proving.add(decided.key);
    try {
      const hits = await this.#search(index, provingSearch(point, outline), expectation);
      const proof = readProof(hits);
      const territory = this.#intern(proof.found);
      keptProofs.inc({ outcome: proof.isProven ? 'proven' : proof.isHeld ? 'held' : 'unproven' });
      const state = proof.isProven ? territory : proof.isHeld ? territory.held : 'unproven';
      this.#cells?.set(decided.key, state);
      return territory;
    } finally {
      this.#proving.delete(decided.key);
    }
  }

  /** Returns the outline of a cell that is to be proven now; undefined: it is not. */
  #toProve({ cell, key, resolution }: Decided): CellOutline | undefined {
    if (isPatient(resolution) && this.#cells?.get(key) === undefined) {
      this.#cells?.set(key, 'seen');
      return undefined;
    }
    const outline = cellOutline(cell);
    if (outline === undefined) this.#cells?.set(key, 'unproven');
    return this.#proving.has(key) ? undefined : outline;
  }

  /** Returns the largest cell around a point that suffices, or of which it is not known; undefined: there is none. */
  #decided(
    point: Point,
    live: Snapshot,
    suffices: (state: Territory | Held) => boolean,
  ): Decided | undefined {
    const version = live.version(READS);
    if (version === undefined || this.#cells === undefined) return undefined;
    for (const resolution of CELL_RESOLUTIONS) {
      const cell = cellAt(point, resolution);
      const key = `${version} ${cell}`;
      const state = this.#cells.get(key);
      if (state === undefined || state === 'seen') return { cell, key, resolution };
      if (state !== 'unproven' && suffices(state)) return { cell, key, resolution, state };
    }
    return undefined;
  }

  /** There are a few thousand of them in the world, and millions of cells. */
  #intern(found: readonly CountryAt[]): Territory {
    const key = found.map(({ id, isInside }) => `${id}${isInside ? '+' : '-'}`).join('');
    const before = this.#interned.get(key);
    if (before !== undefined) return before;
    const inside = found.filter(({ isInside }) => isInside);
    const deciding = inside.length > 0 ? inside : found;
    const held = { decidingIds: deciding.map(({ id }) => id) };
    const territory = { key, countries: found, ...held, held };
    this.#interned.set(key, territory);
    return territory;
  }
}

function isProven(state: Territory | Held): state is Territory {
  return 'countries' in state;
}

/** A cell, and what is known of it. */
interface Decided {
  readonly cell: string;
  /** By which it is kept. */
  readonly key: string;
  readonly resolution: number;
  /** Absent: it is not known yet whether it can be proven. */
  readonly state?: Territory | Held;
}
