import { chunk } from 'es-toolkit/array';
import { sum } from 'es-toolkit/math';
import { descendantsOf, LAND_RESOLUTION, landCentre } from '../../core/geo/land.js';
import { openWindow } from '../../core/lands/window.js';
import type { RasterWindow } from '../../indices/lands.js';
import type { OwnedCell } from './owners.js';

/** Countries that a note names. */
const MAX_COUNTRIES = 10;

/** Counts the lands whose height is unknown, for example because a tile is missing. */
export class Heightless {
  readonly #counts = new Map<string, number>();

  add({ id, country_ids: countryIds, owners }: OwnedCell, heights: RasterWindow): void {
    const values = heights.parts.flatMap((part) => part.values);
    const isUnknown = values.every((value) => value === null);
    if (!isUnknown && !values.includes(null)) return;
    const grid = openWindow(heights);
    const lands = isUnknown ? [] : descendantsOf(id, LAND_RESOLUTION);
    let start = 0;
    for (const [position = -1, number = 0] of chunk(owners, 2)) {
      const owner = countryIds[position];
      const own = owner === undefined ? [] : lands.slice(start, start + number);
      const unknown = own.filter((land) => grid.interpolatedAt(landCentre(land)) === undefined);
      const count = isUnknown ? number : unknown.length;
      start += number;
      if (owner === undefined || count === 0) continue;
      this.#counts.set(owner, (this.#counts.get(owner) ?? 0) + count);
    }
  }

  /** Returns the note for a person. */
  notes(): string[] {
    const counts = [...this.#counts].sort(([, one], [, other]) => other - one);
    if (counts.length === 0) return [];
    const named = counts.slice(0, MAX_COUNTRIES).map(([country, count]) => `${country} ${count}`);
    const more = counts.length > MAX_COUNTRIES ? `, and ${counts.length - MAX_COUNTRIES} more countries` : ''; // prettier-ignore
    return [
      `${sum(counts.map(([, count]) => count))} lands have no height, because no file of heights covers them: ${named.join(', ')}${more}`,
    ];
  }
}
