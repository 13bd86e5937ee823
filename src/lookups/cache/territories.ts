import type { Point } from '../../../core/geo/point.js';
import { countries } from '../../../indices/countries.js';
import { cacheProofs } from '../../observe/metrics.js';
import {
  type CountryAt,
  countriesAt,
  decidingIds,
  readCountriesAt,
} from '../../../core/queries/borders.js';
import type { Snapshot } from '../../search/live.js';
import type { Expectation, Search } from '../../search/search.js';
import { CellCache } from './cells.js';

/** The countries that hold a point, and those nearby. */
export interface Territory {
  /** First the countries that hold the point, then the nearby ones, each by population. */
  readonly countries: readonly CountryAt[];
  /** The ids of the countries that hold the point. If there are none: of the nearby ones. */
  readonly decidingIds: readonly string[];
}

const READS = [countries];

/** Caches H3 cells in which every point has the same territory, proven by Elasticsearch. */
export class TerritoryCache {
  readonly #search: Search;
  readonly #cells: CellCache<Territory>;
  /** The world has a few thousand territories, but millions of cells. */
  readonly #shared = new Map<string, Territory>();

  constructor(search: Search, maxBytes: number) {
    this.#search = search;
    this.#cells = new CellCache('territories', maxBytes);
  }

  /** Returns the cached territory of a point. */
  get(point: Point, live: Snapshot): Territory | undefined {
    return this.#cells.at(live.version(READS), point)?.value;
  }

  /**
   * Finds the territory of a point, and tries to prove it for the cell around the point.
   * @throws {ApiError}
   */
  async find(point: Point, live: Snapshot, expectation?: Expectation): Promise<Territory> {
    const cell = this.#cells.at(live.version(READS), point);
    if (cell?.value !== undefined) return cell.value;
    const outline = cell && this.#cells.outlineToFill(cell);
    const search = async () => {
      const body = countriesAt(point, outline);
      const hits = await this.#search(live.index(countries), body, expectation);
      const { found, isProven } = readCountriesAt(hits, outline !== undefined);
      return { territory: this.#share(found), isProven };
    };
    if (cell === undefined || outline === undefined) return (await search()).territory;
    const { territory, isProven } = await this.#cells.whileFilling(cell, search);
    cacheProofs.inc({ outcome: isProven ? 'proven' : 'unproven' });
    this.#cells.set(cell, isProven ? territory : undefined);
    return territory;
  }

  #share(found: readonly CountryAt[]): Territory {
    const key = found.map(({ id, isInside }) => `${id}${isInside ? '+' : '-'}`).join('');
    const territory = this.#shared.get(key) ?? {
      countries: found,
      decidingIds: decidingIds(found),
    };
    this.#shared.set(key, territory);
    return territory;
  }
}
