import { getHeapStatistics } from 'node:v8';
import type { Client } from '@elastic/elasticsearch';
import { groupBy } from 'es-toolkit/array';
import { pickBy } from 'es-toolkit/object';
import { UsageError } from '../../core/cli/failure.js';
import { type CellOutline, landsOutline } from '../../core/geo/cell.js';
import { ancestorOf, landCentre, landsRadiusRadians, resolutionOf } from '../../core/geo/land.js';
import { nearestSomewhere } from '../../core/geo/nearestSomewhere.js';
import { type Point, pointOf, squaredChord, type Vector, vectorOf } from '../../core/geo/point.js';
import { cities } from '../../indices/cities.js';
import type { LandCity } from '../../indices/lands.js';
import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { storedCities } from '../reference/storedCities.js';

interface PlacedCity extends Vector {
  readonly city: LandCity;
  readonly location: Point;
}

/** Far more than rounding changes in a distance. */
const MARGIN = 1.000_01;

/** Finds the cities that the lands below a cell may need. Ascending order of cells is fastest. */
export class Candidates {
  readonly #all: NearbyCities;
  readonly #own: ReadonlyMap<string, NearbyCities>;
  readonly #primary: ReadonlyMap<string, NearbyCities>;

  constructor(cities: readonly LandCity[]) {
    const placed = cities.map((city) => {
      const location = pointOf(city.location);
      return { city, location, ...vectorOf(location) };
    });
    this.#all = new NearbyCities(placed);
    this.#own = byCountry(placed);
    this.#primary = byCountry(placed.filter(({ city }) => city.primary));
  }

  /**
   * Returns the cities, by id, that include the closest ones for each land below a cell that belongs
   * to one of the countries: the closest of all cities, of the country's cities, and of the
   * country's primary cities.
   */
  of(cell: string, countryIds: readonly string[]): LandCity[] {
    const outline = landsOutline(cell);
    const closest = this.#all.closestIn(cell, outline);
    const found = new Set(closest);
    for (const id of countryIds) {
      const isAlone = closest.length > 0 && closest.every(({ city }) => city.country_id === id);
      const own = isAlone ? closest : (this.#own.get(id)?.closestIn(cell, outline) ?? []);
      const isPrimary = own.length > 0 && own.every(({ city }) => city.primary);
      const primary = isPrimary ? own : (this.#primary.get(id)?.closestIn(cell, outline) ?? []);
      for (const city of [...own, ...primary]) found.add(city);
    }
    return [...found].map(({ city }) => city).sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

function byCountry(cities: readonly PlacedCity[]): Map<string, NearbyCities> {
  const groups = Object.entries(groupBy(cities, ({ city }) => city.country_id));
  return new Map(groups.map(([id, group]) => [id, new NearbyCities(group)]));
}

/** Cities, searched from coarse cells to fine ones: a cell compares only cities near its parent. */
class NearbyCities {
  readonly #cities: readonly PlacedCity[];
  /** The latest cell of each resolution, and the cities near it. */
  readonly #path: { cell: string; cities: readonly PlacedCity[] }[] = [];

  constructor(cities: readonly PlacedCity[]) {
    this.#cities = cities;
  }

  /** Returns all cities that are the closest one at some place among the lands below a cell. */
  closestIn(cell: string, outline: CellOutline): PlacedCity[] {
    return nearestSomewhere(this.#near(cell), outline);
  }

  /**
   * A point at r from the centre is within d + r of the city that is d from the centre. So the
   * city closest to the point is within d + 2 r of the centre.
   */
  #near(cell: string): readonly PlacedCity[] {
    const resolution = resolutionOf(cell);
    const cached = this.#path[resolution];
    if (cached?.cell === cell) return cached.cities;
    const above = resolution === 0 ? this.#cities : this.#near(ancestorOf(cell, resolution - 1));
    const centre = vectorOf(landCentre(cell));
    // Straight distances are no longer than angles, and also obey the triangle inequality.
    const squares = new Float64Array(above.length);
    let least = Infinity;
    above.forEach((city, at) => {
      const square = squaredChord(city, centre);
      squares[at] = square;
      if (square < least) least = square;
    });
    const reach = (Math.sqrt(least) + 2 * landsRadiusRadians(resolution)) * MARGIN;
    const cities = above.filter((_, at) => (squares[at] ?? Infinity) <= reach * reach);
    this.#path[resolution] = { cell, cities };
    return cities;
  }
}

/**
 * Returns the index of the cities that lands are made from: of the live generation, or of this run.
 * @throws if no cities are live
 */
export async function liveCities({ client, indexPrefix, overrides }: Context): Promise<string> {
  const override = overrides?.[cities.resource];
  if (override !== undefined) return override;
  const { live } = await findGenerations({ client, indexPrefix }, cities.resource);
  if (live !== undefined) return live;
  throw new Error('Lands need cities, and none are live. Run `npm run ingest -- cities` first.');
}

const CITY_FIELDS = [
  'id', 'country_id', 'name', 'names', 'region_name', 'region_names', 'primary', 'location',
] as const; // prettier-ignore

/** The least that a city takes of the heap: 252 bytes without other names. Built-in cities take 688 on average. */
const BYTES_PER_CITY = 250;

/**
 * Reads all cities of an index, in ascending order of their ids.
 * @param heapBytes the limit of the heap, in which all cities must fit
 * @throws if the index is empty or gone, or the cities cannot fit
 */
export async function readCities(
  client: Client,
  index: string,
  heapBytes = getHeapStatistics().heap_size_limit,
): Promise<LandCity[]> {
  // `storedCities` reports an index that is gone.
  const { count } = await client.count({ index, ignore_unavailable: true });
  const megabytes = Math.ceil((count * BYTES_PER_CITY) / 1_000_000);
  if (megabytes * 1_000_000 > heapBytes)
    throw new UsageError(
      `Lands hold all ${count} cities in memory: at least ${megabytes} MB, but the heap of Node has ${Math.floor(heapBytes / 1_000_000)} MB. Set NODE_OPTIONS=--max-old-space-size=${3 * megabytes}.`,
    );
  const stored = await storedCities(client, index, CITY_FIELDS);
  if (stored.length === 0) throw new Error(`${index} holds no cities. Ingest cities again.`);
  return stored
    .map(({ names, region_names: regionNames, ...city }) => {
      // Names equal to the default one need not be stored with every group of lands.
      const others = pickBy(names, (name) => name !== city.name);
      const otherRegions = pickBy(regionNames, (name) => name !== city.region_name);
      return {
        ...city,
        ...(Object.keys(others).length > 0 && { names: others }),
        ...(Object.keys(otherRegions).length > 0 && { region_names: otherRegions }),
      };
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
