import { chunk } from 'es-toolkit/array';
import { sum } from 'es-toolkit/math';
import { descendantsOf, LAND_RESOLUTION, landCentre } from '../../core/geo/land.js';
import { openWindow } from '../../core/lands/window.js';
import type { RasterWindow } from '../../indices/lands.js';
import { listed } from '../files/shown.js';
import type { OwnedCell } from './owners.js';

/** Adds the lands whose height is unknown to the counts of their countries. */
export function countHeightless(
  { id, country_ids: countryIds, owners }: OwnedCell,
  heights: RasterWindow,
  counts: Map<string, number>,
): void {
  const values = heights.parts.flatMap((part) => part.values);
  const isNothing = values.every((value) => value === null);
  if (!isNothing && !values.includes(null)) return;
  const grid = openWindow(heights);
  const isUnknown = (land: string): boolean => grid.interpolatedAt(landCentre(land)) === undefined;
  const lands = isNothing ? [] : descendantsOf(id, LAND_RESOLUTION);
  let start = 0;
  for (const [position = -1, number = 0] of chunk(owners, 2)) {
    const own = lands.slice(start, start + number);
    start += number;
    const owner = countryIds[position];
    const count = isNothing ? number : own.filter(isUnknown).length;
    if (owner !== undefined && count > 0) counts.set(owner, (counts.get(owner) ?? 0) + count);
  }
}

/** Returns the note for a person. */
export function describeHeightless(counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const countries = [...counts].map(([country, count]) => `${country} ${count}`);
  return [
    `${sum([...counts.values()])} lands have no height, because no file of heights covers them: ${listed(countries)}`,
  ];
}
