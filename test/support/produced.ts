import { cellToChildren } from 'h3-js';
import { ownedCells } from '../../ingest/lands/owners.js';
import type { Territory } from '../../ingest/lands/territories.js';

/** The lands of some of the countries, with their countries, in the order in which they are found. */
export function landsOf(
  territories: readonly Territory[],
  chosen: readonly string[],
): { id: string; countryId: string }[] {
  const found: { id: string; countryId: string }[] = [];
  for (const { cell, runs } of ownedCells(territories, new Set(chosen))) {
    const lands = cellToChildren(cell, 8);
    const owners = runs.flatMap(({ countryId, lands: count }) => Array<string | undefined>(count).fill(countryId)); // prettier-ignore
    if (owners.length !== lands.length) throw new Error(`${cell} has ${owners.length} owners`);
    lands.forEach((id, place) => {
      const countryId = owners[place];
      if (countryId !== undefined) found.push({ id, countryId });
    });
  }
  return found;
}
