import { chunk } from 'es-toolkit/array';
import { gridDisk, latLngToCell, cellToChildren } from 'h3-js';
import { type BorderedCountry, type BorderEdge, BorderOracle } from './borderOracle.js';
import { areaSquareKm, centreOf, distanceMeters } from './sphere.js';
import { ownedCells } from '../../ingest/lands/owners.js';
import type { Territory } from '../../ingest/lands/territories.js';
import { expect } from '@jest/globals';
import type { JudgedCountry } from './landTerritories.js';

/** Cases closer than this are not judged. */
const DOUBT_METERS = 1;
/** A cell with a centre so near to a country is a land. */
const OFFSHORE_METERS = 1_500;
/** Steps along an edge, and rings of cells around each step. The rings reach more than 2 km. */
const STEP_METERS = 400;
const RINGS = 4;

/**
 * Finds the country of every cell around some countries by brute force: H3 finds the cells near
 * the points of a border, the border oracle the countries of centres. Shares no code with the product.
 */
export class LandOracle {
  readonly #borders: BorderOracle;
  readonly #areas: ReadonlyMap<string, number>;
  /** The cells along the border of a country. */
  readonly #along = new Map<string, Set<string>>();

  /** @param within only edges there are looked at, and no cell elsewhere may be asked */
  constructor(
    countries: readonly BorderedCountry[],
    within: (edge: BorderEdge) => boolean = () => true,
  ) {
    this.#borders = new BorderOracle(countries);
    this.#areas = new Map(
      countries.map(({ id, border }) => [
        id,
        Math.abs(border.coordinates.flat().reduce((sum, ring) => sum + areaSquareKm(ring), 0)),
      ]),
    );
    for (const edge of this.#borders.edges()) if (within(edge)) this.#walk(edge);
  }

  /** The cells of all lands that may belong to a country. */
  cellsOf(id: string): Set<string> {
    const cells = new Set<string>();
    const front = [...(this.#along.get(id) ?? [])].flatMap((cell) => gridDisk(cell, RINGS));
    for (let cell = front.pop(); cell !== undefined; cell = front.pop()) {
      if (cells.has(cell)) continue;
      cells.add(cell);
      for (const neighbour of gridDisk(cell, 1)) {
        if (!cells.has(neighbour) && this.#holds(id, neighbour)) front.push(neighbour);
      }
    }
    return cells;
  }

  /** Returns all possible countries: one, unless a metre decides; undefined is sea. */
  ownersOf(cell: string): Set<string | undefined> {
    const judged = [...this.#borders.judge(centreOf(cell))];
    if (judged.some(([, { distanceMeters: away }]) => away < DOUBT_METERS)) {
      // Who holds the centre is in doubt.
      return new Set([...judged.map(([id]) => id), undefined]);
    }
    const holders = judged.filter(([, { inside }]) => inside).map(([id]) => id);
    if (holders.length > 0) return new Set([this.#smallest(holders)]);
    const nearest = Math.min(...judged.map(([, { distanceMeters }]) => distanceMeters));
    if (nearest > OFFSHORE_METERS + DOUBT_METERS) return new Set([undefined]);
    const owners = new Set<string | undefined>(
      judged
        .filter(([, { distanceMeters }]) => distanceMeters < nearest + DOUBT_METERS)
        .map(([id]) => id),
    );
    if (nearest > OFFSHORE_METERS - DOUBT_METERS) owners.add(undefined);
    return owners;
  }

  #smallest(ids: readonly string[]): string | undefined {
    return [...ids].sort(
      (one, other) => (this.#areas.get(one) ?? NaN) - (this.#areas.get(other) ?? NaN),
    )[0];
  }

  #holds(id: string, cell: string): boolean {
    return this.#borders.judge(centreOf(cell)).get(id)?.inside ?? false;
  }

  /** Notes the cells along an edge. */
  #walk({ id, from, to }: BorderEdge): void {
    const steps = Math.max(1, Math.ceil(distanceMeters(from, to) / STEP_METERS));
    const cells = this.#along.get(id) ?? new Set();
    this.#along.set(id, cells);
    for (let step = 0; step <= steps; step += 1) {
      const latitude = from.latitude + (step / steps) * (to.latitude - from.latitude);
      const longitude = from.longitude + (step / steps) * (to.longitude - from.longitude);
      cells.add(latLngToCell(latitude, longitude, 8));
    }
  }
}

/** The lands of some of the countries, with their countries, in the order in which they are found. */
export function landsOf(
  territories: readonly Territory[],
  chosen: readonly string[],
): { id: string; countryId: string }[] {
  const found: { id: string; countryId: string }[] = [];
  for (const owned of ownedCells(territories, new Set(chosen))) {
    const lands = cellToChildren(owned.id, 8);
    const runs = chunk(owned.owners, 2);
    expect(runs.filter(([position], at) => position === runs[at - 1]?.[0])).toEqual([]);
    const owners = runs.flatMap(([position = -1, count = 0]) =>
      Array<string | undefined>(count).fill(owned.country_ids[position]),
    );
    if (owners.length !== lands.length) throw new Error(`${owned.id} has ${owners.length} owners`);
    lands.forEach((id, place) => {
      const countryId = owners[place];
      if (countryId !== undefined) found.push({ id, countryId });
    });
  }
  return found;
}

/** Beyond every land of a country, up to 84° north or south. */
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
