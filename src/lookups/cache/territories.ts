import type { LRUCache } from 'lru-cache';
import { cellAt, type CellOutline, cellOutline } from '../../../core/geo/cell.js';
import type { Point } from '../../../core/geo/point.js';
import { countries } from '../../../indices/countries.js';
import { cacheProofs } from '../../observe/metrics.js';
import {
  type CountryAt,
  countriesAt,
  provingSearch,
  readProof,
  toCountryAt,
} from '../../search/borders.js';
import type { Snapshot } from '../../search/live.js';
import type { Expectation, Search } from '../../search/search.js';
import { boundedMap } from './boundedMap.js';

/** The countries that hold a point, and those nearby. */
export interface Territory {
  /** First the countries that hold the point, then the nearby ones, each by population. */
  readonly countries: readonly CountryAt[];
  /** The ids of the countries that hold the point. If there are none: of the nearby ones. */
  readonly decidingIds: readonly string[];
}

/**
 * `seen`: requested once. `unproven`: the territory differs within the cell, or no proof is
 * possible; smaller cells may have one.
 */
type CellState = Territory | 'seen' | 'unproven';

const LARGEST_CELLS = 6;

/** H3 resolutions of the cells that are cached, tried from the largest to the smallest. */
export const CELL_RESOLUTIONS = [LARGEST_CELLS, 8, 10];

/** True for cells that are cached only at the second request, so that single requests stay cheap. */
export function needsSecondRequest(resolution: number): boolean {
  return resolution === LARGEST_CELLS;
}

const READS = [countries];

/** A cell around a point, and its state in the cache. */
interface CellLookup {
  readonly cell: string;
  readonly key: string;
  readonly resolution: number;
  /** Absent if a proof was not tried yet. */
  readonly territory?: Territory;
}

/** Caches H3 cells in which every point has the same territory, proven by Elasticsearch. */
export class TerritoryCache {
  readonly #search: Search;
  readonly #cells: LRUCache<string, CellState>;
  /** The world has a few thousand territories, but millions of cells. */
  readonly #shared = new Map<string, Territory>();
  readonly #proving = new Set<string>();

  constructor(search: Search, maxBytes: number) {
    this.#search = search;
    this.#cells = boundedMap(maxBytes, () => 0, 'territories');
  }

  /** Returns the cached territory of a point. */
  get(point: Point, live: Snapshot): Territory | undefined {
    return this.#lookUp(point, live)?.territory;
  }

  /**
   * Finds the territory of a point, and tries to prove it for the cell around the point.
   * @throws {ApiError}
   */
  async find(point: Point, live: Snapshot, expectation?: Expectation): Promise<Territory> {
    const lookup = this.#lookUp(point, live);
    if (lookup?.territory !== undefined) return lookup.territory;
    const index = live.index(countries);
    const outline = lookup && this.#outlineToProve(lookup);
    if (lookup === undefined || outline === undefined) {
      const hits = await this.#search(index, countriesAt(point), expectation);
      return this.#share(hits.map(toCountryAt));
    }
    this.#proving.add(lookup.key);
    try {
      const hits = await this.#search(index, provingSearch(point, outline), expectation);
      const { found, isProven } = readProof(hits);
      const territory = this.#share(found);
      cacheProofs.inc({ outcome: isProven ? 'proven' : 'unproven' });
      this.#cells.set(lookup.key, isProven ? territory : 'unproven');
      return territory;
    } finally {
      this.#proving.delete(lookup.key);
    }
  }

  /** Returns undefined if a plain search is enough this time. */
  #outlineToProve({ cell, key, resolution }: CellLookup): CellOutline | undefined {
    if (needsSecondRequest(resolution) && this.#cells.get(key) === undefined) {
      this.#cells.set(key, 'seen');
      return undefined;
    }
    const outline = cellOutline(cell);
    if (outline === undefined) this.#cells.set(key, 'unproven');
    return this.#proving.has(key) ? undefined : outline;
  }

  /** Returns the largest cell around a point that is proven or not tried yet. */
  #lookUp(point: Point, live: Snapshot): CellLookup | undefined {
    const version = live.version(READS);
    if (version === undefined) return undefined;
    for (const resolution of CELL_RESOLUTIONS) {
      const cell = cellAt(point, resolution);
      const key = `${version} ${cell}`;
      const state = this.#cells.get(key);
      if (state === 'unproven') continue;
      const lookup = { cell, key, resolution };
      return state === undefined || state === 'seen' ? lookup : { ...lookup, territory: state };
    }
    return undefined;
  }

  #share(found: readonly CountryAt[]): Territory {
    const key = found.map(({ id, isInside }) => `${id}${isInside ? '+' : '-'}`).join('');
    const inside = found.filter(({ isInside }) => isInside);
    const deciding = inside.length > 0 ? inside : found;
    const territory = this.#shared.get(key) ?? {
      countries: found,
      decidingIds: deciding.map(({ id }) => id),
    };
    this.#shared.set(key, territory);
    return territory;
  }
}
