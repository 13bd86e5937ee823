import { expect } from '@jest/globals';
import { LandOracle } from './landOracle.js';
import type { JudgedCountry } from './landTerritories.js';
import { landsOf } from './produced.js';

/** Beyond every cell that touches a country, up to 84° north or south. */
const MARGIN_DEGREES = 0.2;

/**
 * Compares the lands of the first country with those of the oracle: every cell that one of them
 * knows of must be a land of that country exactly where the oracle says so.
 */
export function expectAllAndOnly(countries: readonly JudgedCountry[]): void {
  const [chosen] = countries;
  if (chosen === undefined) throw new Error('no country');
  const positions = chosen.border.coordinates.flat(2);
  const spanOf = (axis: 0 | 1): [least: number, most: number] => {
    const values = positions.map((position) => position[axis] ?? NaN);
    return [Math.min(...values) - MARGIN_DEGREES, Math.max(...values) + MARGIN_DEGREES];
  };
  const [west, east] = spanOf(0);
  const [south, north] = spanOf(1);
  const oracle = new LandOracle(
    countries,
    ({ from: { longitude, latitude } }) =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north, // prettier-ignore
  );
  const ids = landsOf(
    countries.map(({ territory }) => territory),
    [chosen.id],
  ).map(({ id }) => id);
  const produced = new Set(ids);
  expect(ids).toHaveLength(produced.size);

  const cells = new Set([...oracle.cellsOf(chosen.id), ...produced]);
  const faults: string[] = [];
  let doubtful = 0;
  for (const cell of cells) {
    const owners = oracle.ownersOf(cell);
    if (owners.size > 1) doubtful += 1;
    if (produced.has(cell) && !owners.has(chosen.id)) faults.push(`${cell} is too much`);
    if (!produced.has(cell) && owners.size === 1 && owners.has(chosen.id)) faults.push(`${cell} is missing`); // prettier-ignore
  }
  expect(faults).toEqual([]);
  expect(produced.size).toBeGreaterThan(0);
  expect(doubtful).toBeLessThanOrEqual(1 + cells.size * 0.02);
}
