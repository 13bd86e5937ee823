import { once } from 'es-toolkit/function';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { TextTable, Uint32List } from '../files/packed.js';
import { together } from '../load/measured.js';
import type { CityReject, CityRow, CitySource } from './row.js';

/** Records with the same name and country are the same city within this distance. */
const SAME_WITHIN_KM = 10;
const METERS_PER_KM = 1_000;
/** Steps per degree of stored coordinates. */
const STEPS = 1e7;

/**
 * Returns several sources, one after the other. A city that two sources have counts once, with the
 * fields of the later source, or those of the earlier source where the later one has none. Records
 * are the same city if they have the same source id, or if {@link SameCities} matches a record of
 * GeoNames and one of another source. The city then keeps the GeoNames id, and with it its own id.
 */
export function severalCities(sources: readonly CitySource[]): CitySource {
  const [only, another] = sources;
  if (only !== undefined && another === undefined) return only;
  const sameCities = once(() => compare(sources));

  async function* rows(part?: 'identity'): AsyncGenerator<CityRow | CityReject> {
    const same = await sameCities();
    let others = 0;
    for (const [rank, source] of sources.entries()) {
      for await (const row of source.rows(part)) {
        const from = { file: row.file ?? source.file, rank };
        if ('reason' in row || source.geonames === true) {
          yield { ...row, ...from };
          continue;
        }
        const sourceId = same?.sourceIdOf(others) ?? row.sourceId;
        others += 1;
        yield { ...row, ...from, sourceId };
      }
    }
  }

  return { ...together(sources), rows };
}

/** Returns undefined if there is nothing to compare. */
async function compare(sources: readonly CitySource[]): Promise<SameCities | undefined> {
  const others = sources.filter(({ geonames }) => geonames !== true);
  const ofGeonames = sources.filter(({ geonames }) => geonames === true);
  if (others.length === 0 || ofGeonames.length === 0) return undefined;
  const same = new SameCities();
  for (const source of others) {
    for await (const row of source.rows('identity')) if (!('reason' in row)) same.add(row);
  }
  for (const source of ofGeonames) {
    for await (const row of source.rows('identity')) if (!('reason' in row)) same.compare(row);
  }
  return same;
}

/**
 * Finds rows of other sources that are cities of GeoNames: the same country and folded default name,
 * at most 10 km apart. Of several such pairs the closest one counts, and each row belongs to at most
 * one city.
 */
class SameCities {
  readonly #names = new TextTable();
  /** By name: its latest row, plus 1. */
  readonly #latest = new Uint32List();
  /** By row: the row before it with the same name, plus 1. */
  readonly #before = new Uint32List();
  readonly #latitudes = new Uint32List();
  readonly #longitudes = new Uint32List();
  /** By row: the GeoNames id of its city, and the distance to it in metres. */
  readonly #sameAs = new Uint32List();
  readonly #distances = new Uint32List();

  /** Adds a row of another source. Rows are numbered from 0. */
  add(row: CityRow): void {
    const name = this.#names.add(nameOf(row));
    const { latitude, longitude } = withinGlobe(row);
    this.#latitudes.push(Math.round((latitude + 90) * STEPS));
    this.#longitudes.push(Math.round((longitude + 180) * STEPS));
    this.#sameAs.push(0);
    this.#distances.push(0);
    this.#latest.set(name, this.#before.push(this.#latest.get(name)) + 1);
  }

  /** Compares a city of GeoNames, after all rows were added. */
  compare(city: CityRow): void {
    const name = this.#names.indexOf(nameOf(city));
    if (name < 0) return;
    let nearest = -1;
    let shortest = SAME_WITHIN_KM * METERS_PER_KM;
    for (let row = this.#latest.get(name) - 1; row >= 0; row = this.#before.get(row) - 1) {
      const distance = Math.round(distanceKm(city, this.#pointOf(row)) * METERS_PER_KM);
      if (distance > shortest) continue;
      nearest = row;
      shortest = distance;
    }
    if (nearest < 0) return;
    if (this.#sameAs.get(nearest) > 0 && this.#distances.get(nearest) <= shortest) return;
    this.#sameAs.set(nearest, Number(city.sourceId));
    this.#distances.set(nearest, shortest);
  }

  /** Returns the GeoNames id of a row's city, if it has one. */
  sourceIdOf(row: number): string | undefined {
    const id = this.#sameAs.get(row);
    return id === 0 ? undefined : String(id);
  }

  #pointOf(row: number): Point {
    return {
      latitude: this.#latitudes.get(row) / STEPS - 90,
      longitude: this.#longitudes.get(row) / STEPS - 180,
    };
  }
}

function nameOf({ countryCode, name }: CityRow): string {
  return `${countryCode} ${fold(name)}`;
}

/** Rows with coordinates out of range are rejected later. */
function withinGlobe({ latitude, longitude }: CityRow): Point {
  const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isSound ? { latitude, longitude } : { latitude: 90, longitude: 0 };
}

/** Fields that a source may leave out. */
type OptionalFields = Pick<
  CityRow,
  'names' | 'regionName' | 'regionNames' | 'population' | 'timeZone'
>;

/** Holds what earlier sources know of cities that later sources have too, as one text per city. */
export class EarlierRows {
  readonly #rows = new Map<string, string>();

  /** Adds a row that a later row replaces. */
  add(row: CityRow): void {
    const { names, regionName, regionNames, population, timeZone } = this.complete(row);
    const fields = { names, regionName, regionNames, population, timeZone };
    this.#rows.set(row.sourceId, JSON.stringify(fields));
  }

  /** Returns a row with the fields of earlier rows that it lacks. */
  complete(row: CityRow): CityRow {
    const text = this.#rows.get(row.sourceId);
    if (text === undefined) return row;
    const earlier = JSON.parse(text) as OptionalFields;
    const { regionName = earlier.regionName } = row;
    return {
      ...earlier,
      ...row,
      names: { ...earlier.names, ...row.names },
      // If the later source puts the city into another region, the names are of the wrong region.
      regionNames: {
        ...(regionName === earlier.regionName && earlier.regionNames),
        ...row.regionNames,
      },
    };
  }
}
