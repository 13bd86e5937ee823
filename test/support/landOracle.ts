import { chunk } from 'es-toolkit/array';
import { gridDisk, latLngToCell, cellToChildren } from 'h3-js';
import { type BorderedCountry, type BorderEdge, BorderOracle } from './borderOracle.js';
import { areaSquareKm, centreOf, destination, distanceMeters, type LatLng } from './sphere.js';
import { ownedCells } from '../../ingest/lands/owners.js';
import type { Territory } from '../../ingest/lands/territories.js';
import { expect } from '@jest/globals';
import type { JudgedCountry } from './landTerritories.js';

/** Cases closer than this are not judged. */
const DOUBT_METERS = 1;
const STEP_METERS = DOUBT_METERS / 4;

/**
 * Finds the country of every cell around some countries by brute force: H3 finds the cells of the
 * points of a border, the border oracle the countries of centres. Shares no code with the product.
 */
export class LandOracle {
  readonly #borders: BorderOracle;
  readonly #areas: ReadonlyMap<string, number>;
  /** The countries whose border runs through a cell. */
  readonly #touching = new Map<string, Set<string>>();
  /** Those, and countries whose border passes it so closely that nobody can tell. */
  readonly #perhapsTouching = new Map<string, Set<string>>();

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

  /** The cells of all lands that touch the border of a country or lie inside of it. */
  cellsOf(id: string): Set<string> {
    const cells = new Set<string>();
    const front = [...this.#perhapsTouching]
      .filter(([, owners]) => owners.has(id))
      .map(([cell]) => cell);
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
    const sure = this.#touching.get(cell) ?? new Set();
    const perhaps = this.#perhapsTouching.get(cell) ?? new Set();
    const away = new Map(judged.map(([id, judgement]) => [id, judgement.distanceMeters]));
    const nearest = Math.min(...[...sure].map((id) => away.get(id) ?? Infinity));
    const owners = new Set<string | undefined>(
      [...perhaps].filter((id) => (away.get(id) ?? Infinity) < nearest + DOUBT_METERS),
    );
    if (sure.size === 0) owners.add(undefined);
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

  /** Notes the cells that an edge runs through. */
  #walk({ id, from, to }: BorderEdge): void {
    const length = distanceMeters(from, to);
    const at = (share: number): LatLng => ({
      latitude: from.latitude + share * (to.latitude - from.latitude),
      longitude: from.longitude + share * (to.longitude - from.longitude),
    });
    // Cells are convex: between two points in one of them there is no other.
    const split = (start: number, end: number, first: string, last: string): void => {
      if (first === last) return;
      if ((end - start) * length < STEP_METERS) {
        this.#noteAround(at(start), id);
        return;
      }
      const middle = (start + end) / 2;
      const between = cellAt(at(middle));
      this.#note(at(middle), between, id);
      split(start, middle, first, between);
      split(middle, end, between, last);
    };
    const [first, last] = [cellAt(from), cellAt(to)];
    this.#note(from, first, id);
    this.#note(to, last, id);
    split(0, 1, first, last);
    this.#noteAround(from, id);
    this.#noteAround(to, id);
  }

  /** A cell touches a country for sure where a point of the border lies well inside of it. */
  #note(point: LatLng, cell: string, id: string): void {
    add(this.#perhapsTouching, cell, id);
    if (this.#touching.get(cell)?.has(id)) return;
    if (cellsAround(point).every((other) => other === cell)) add(this.#touching, cell, id);
  }

  #noteAround(point: LatLng, id: string): void {
    for (const cell of cellsAround(point)) add(this.#perhapsTouching, cell, id);
  }
}

/** Returns the cells of six points around a point, a little farther than the doubt. */
function cellsAround(point: LatLng): string[] {
  return Array.from({ length: 6 }, (_, step) =>
    cellAt(destination(point, (step * Math.PI) / 3, 1.2 * DOUBT_METERS)),
  );
}

function cellAt({ latitude, longitude }: LatLng): string {
  return latLngToCell(latitude, longitude, 8);
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
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
