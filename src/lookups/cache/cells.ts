import { cellAt, type CellOutline, cellOutline } from '../../../core/geo/cell.js';
import type { Point } from '../../../core/geo/point.js';
import type { CacheName } from '../../observe/metrics.js';
import { VersionedCache } from './versionedCache.js';

const LARGEST_CELLS = 6;
/** H3 resolutions of the cells, tried from the largest to the smallest. */
const RESOLUTIONS = [LARGEST_CELLS, 8, 10];

/** A cell around a point. */
interface Cell<Value> {
  readonly id: string;
  readonly version: string;
  readonly key: string;
  /** True for a cell that is filled only if it is requested again. */
  readonly isNew: boolean;
  /** Absent if the cell is not filled. */
  readonly value: Value | undefined;
}

/**
 * Caches values that hold at every point of an H3 cell. A cell without such a value is `split`: its
 * smaller cells are tried. The largest cells are filled at the second request, so that single requests
 * stay cheap; after the first they are `seen`.
 */
export class CellCache<Value extends object> {
  readonly #states: VersionedCache<Value | 'seen' | 'split'>;
  readonly #filling = new Set<string>();

  constructor(name: CacheName, maxBytes: number) {
    this.#states = new VersionedCache(name, maxBytes);
  }

  /**
   * Returns the largest cell around a point that is not split.
   * @param subject distinguishes values of the same cell
   */
  at(version: string | undefined, point: Point, subject = ''): Cell<Value> | undefined {
    if (version === undefined) return undefined;
    for (const resolution of RESOLUTIONS) {
      const id = cellAt(point, resolution);
      const key = `${id} ${subject}`;
      const state = this.#states.get(version, key);
      if (state === 'split') continue;
      const isNew = state === undefined && resolution === LARGEST_CELLS;
      return { id, version, key, isNew, value: typeof state === 'object' ? state : undefined };
    }
    return undefined;
  }

  /** Returns the outline of a cell that must be filled now; undefined if it must not. */
  outlineToFill({ id, version, key, isNew }: Cell<Value>, maxFilling = Infinity) {
    if (isNew) this.#states.set(version, key, 'seen', 0);
    if (isNew || this.#filling.size >= maxFilling || this.#filling.has(key)) return undefined;
    const outline: CellOutline | undefined = cellOutline(id);
    if (outline === undefined) this.#states.set(version, key, 'split', 0);
    return outline;
  }

  /** Runs the work that fills a cell. Meanwhile the cell must not be filled. */
  async whileFilling<Result>({ key }: Cell<Value>, work: () => Promise<Result>): Promise<Result> {
    this.#filling.add(key);
    try {
      return await work();
    } finally {
      this.#filling.delete(key);
    }
  }

  /** Fills a cell, or splits it if there is no value, or if the value is too large. */
  set({ version, key }: Cell<Value>, value: Value | undefined, bytes = 0): void {
    const isFilled = value !== undefined && this.#states.set(version, key, value, bytes);
    if (!isFilled) this.#states.set(version, key, 'split', 0);
  }
}
