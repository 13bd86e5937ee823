import { partition, uniq } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { omit, pick } from 'es-toolkit/object';
import { distanceKm } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { TextTable } from '../files/packed.js';
import { together } from '../load/source.js';
import type { RejectedRow } from '../files/cells.js';
import { type CityRow, type CitySource, KEPT_FIELDS } from './row.js';

/** Records with the same name and country are the same city within this distance. */
const SAME_WITHIN_KM = 10;

/**
 * Returns several sources, one after the other. A city that two sources have counts once, with the
 * fields of the later source. The earlier source fills in the fields that the later one lacks. Records
 * are the same city if they have the same source id, or if {@link SameCities} matches a record of
 * GeoNames and one of another source. The city then keeps the GeoNames id, and with it its own id.
 * A source may `keep` fields of the sources before it. Each source is read twice, first for the ids; other
 * sources beside GeoNames three times, and GeoNames too if it does not come first.
 */
export function severalCities(sources: readonly CitySource[]): CitySource {
  const [only, another] = sources;
  if (only !== undefined && another === undefined) return only;
  const [ofGeonames, ofOthers] = partition(sources, ({ geonames }) => geonames === true);
  // Cities of GeoNames that come first are compared while they are read for their ids.
  const isReadForIds = sources.slice(0, ofGeonames.length).every(({ geonames }) => geonames);
  const sameCities = once(async (): Promise<SameCities | undefined> => {
    if (ofGeonames.length === 0 || ofOthers.length === 0) return undefined;
    const same = new SameCities();
    for (const source of ofOthers)
      for await (const row of source.rows('identity')) if (!('reason' in row)) same.add(row);
    for (const source of isReadForIds ? [] : ofGeonames)
      for await (const row of source.rows('identity')) if (!('reason' in row)) same.compare(row);
    return same;
  });

  async function* rows(part?: 'identity'): AsyncGenerator<CityRow | RejectedRow> {
    const same = await sameCities();
    const isComparing = isReadForIds && part === 'identity';
    let others = 0;
    for (const [rank, source] of sources.entries()) {
      for await (const row of source.rows(part)) {
        const { keep } = source;
        const from = { file: row.file ?? source.file, rank, ...(keep && { keep }) };
        if ('reason' in row || source.geonames === true) {
          if (isComparing && !('reason' in row)) same?.compare(row);
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

/**
 * Finds rows of other sources that are cities of GeoNames: the same country and folded default name,
 * at most 10 km apart. Of several such pairs the closest one counts, and each row belongs to at most
 * one city.
 */
export class SameCities {
  readonly #names = new TextTable();
  /** The latest row of each name. */
  readonly #latest: number[] = [];
  /** The row before each row with the same name, or -1. */
  readonly #before: number[] = [];
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];
  /** The GeoNames id and the distance of the city of a row. */
  readonly #sameAs = new Map<number, { sourceId: string; km: number }>();

  /** Adds a row of another source. Rows are numbered from 0. */
  add(row: CityRow): void {
    const name = this.#names.add(nameOf(row));
    const { latitude, longitude } = row;
    // A row with coordinates out of range is rejected later.
    const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    this.#latitudes.push(isSound ? latitude : NaN);
    this.#longitudes.push(longitude);
    this.#latest[name] = this.#before.push(this.#latest[name] ?? -1) - 1;
  }

  /** Compares a city of GeoNames, after all rows were added. */
  compare(city: CityRow): void {
    const { sourceId } = city;
    let nearest = -1;
    let km = SAME_WITHIN_KM;
    let row = this.#latest[this.#names.indexOf(nameOf(city))] ?? -1;
    for (; row >= 0; row = this.#before[row] ?? -1) {
      const latitude = this.#latitudes[row] ?? NaN;
      const longitude = this.#longitudes[row] ?? NaN;
      const distance = distanceKm(city, { latitude, longitude });
      if (distance <= km) [nearest, km] = [row, distance];
    }
    if (nearest >= 0 && km < (this.#sameAs.get(nearest)?.km ?? Infinity)) {
      this.#sameAs.set(nearest, { sourceId, km });
    }
  }

  /** Returns the GeoNames id of a row's city, if it has one. */
  sourceIdOf(row: number): string | undefined {
    return this.#sameAs.get(row)?.sourceId;
  }
}

function nameOf({ countryCode, name }: CityRow): string {
  return `${countryCode} ${fold(name)}`;
}

/** Members that a later row may lack, or leave as they are. */
const MERGED = ['aliases', 'capital', ...Object.values(KEPT_FIELDS).flat()] as const;
type Merged = Pick<CityRow, (typeof MERGED)[number]>;

/** Holds the fields of cities that a later source has too, as one text per city. */
export class EarlierRows {
  readonly #rows = new Map<string, string>();

  /** Adds a row that a later row replaces. */
  add(row: CityRow): void {
    this.#rows.set(row.sourceId, JSON.stringify(pick(this.complete(row), [...MERGED])));
  }

  /** Returns a row with the fields of earlier rows that it lacks or keeps. */
  complete(row: CityRow): CityRow {
    const text = this.#rows.get(row.sourceId);
    return text === undefined ? row : withFieldsOf(JSON.parse(text) as Merged, row);
  }
}

/** Returns a row with the fields of an earlier row that it lacks or keeps. */
export function withFieldsOf(earlier: Partial<Merged>, later: CityRow): CityRow {
  const { keep = [] } = later;
  const kept = keep.filter((field) => earlier[KEPT_FIELDS[field][0]] !== undefined);
  const members = kept.flatMap<keyof Merged>((field) => KEPT_FIELDS[field]);
  const row = { ...later, ...Object.fromEntries(members.map((each) => [each, earlier[each]])) };
  const { regionName = earlier.regionName } = row;
  // If the later source puts the city into another region, these are of the wrong region.
  const isSameRegion = regionName === earlier.regionName;
  const { regionCodes = isSameRegion ? earlier.regionCodes : undefined } = row;
  const aliases = uniq([...(earlier.aliases ?? []), ...(row.aliases ?? [])]);
  return {
    ...omit(earlier, ['regionCodes']),
    ...row,
    names: { ...earlier.names, ...later.names, ...(keep.includes('names') && earlier.names) },
    regionNames: { ...(isSameRegion && earlier.regionNames), ...row.regionNames },
    ...(regionCodes !== undefined && { regionCodes }),
    ...(aliases.length > 0 && { aliases }),
  };
}
