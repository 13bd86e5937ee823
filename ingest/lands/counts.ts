import { chunk } from 'es-toolkit/array';
import { sum } from 'es-toolkit/math';
import { descendantsOf, LAND_RESOLUTION, landCentre } from '../../core/geo/land.js';
import { openWindow } from '../../core/lands/window.js';
import type { RasterWindow } from '../../indices/lands.js';
import { listed } from '../files/shown.js';
import type { OwnedCell } from './owners.js';

export class LandCounts {
  readonly lands = new Map<string, number>();
  /** The lands without a height. */
  readonly #heightless = new Map<string, number>();

  add(cell: OwnedCell, heights: RasterWindow): void {
    const isHeightless = heightlessIn(cell.id, heights);
    let start = 0;
    for (const [position = -1, number = 0] of chunk(cell.owners, 2)) {
      const owner = cell.country_ids[position];
      const own = isHeightless.slice(start, start + number);
      start += number;
      if (owner === undefined) continue;
      this.lands.set(owner, (this.lands.get(owner) ?? 0) + number);
      const count = own.filter(Boolean).length;
      if (count > 0) this.#heightless.set(owner, (this.#heightless.get(owner) ?? 0) + count);
    }
  }

  notes(): string[] {
    const all = `${sum([...this.lands.values()])} lands of ${this.lands.size} countries`;
    if (this.#heightless.size === 0) return [all];
    const countries = [...this.#heightless].map(([country, count]) => `${country} ${count}`);
    return [
      all,
      `${sum([...this.#heightless.values()])} lands have no height, because no file of heights covers them: ${listed(countries)}`,
    ];
  }
}

/** Returns whether the lands below a cell lack a height, in their order; nothing if all have one. */
function heightlessIn(cell: string, heights: RasterWindow): boolean[] {
  const { parts } = heights;
  // Beside all files of heights there are no values at all.
  const isNothing = parts.every(({ values }) => values.every((value) => value === null));
  if (!isNothing && !parts.some(({ values }) => values.includes(null))) return [];
  const grid = openWindow(heights);
  return descendantsOf(cell, LAND_RESOLUTION).map(
    (land) => isNothing || grid.interpolatedAt(landCentre(land)) === undefined,
  );
}
