import { minBy, uniq } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { omit, pick } from 'es-toolkit/object';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { together } from '../load/measured.js';
import type { RejectedRow } from '../load/outcome.js';
import { type CityRow, type CitySource, KEPT_FIELDS } from './row.js';

/** Records with the same name and country are the same city within this distance. */
const SAME_WITHIN_KM = 10;

/**
 * Returns several sources, one after the other. A city that two sources have counts once, with the
 * fields of the later source, or those of the earlier source where the later one has none. Records
 * are the same city if they have the same source id, or if {@link SameCities} matches a record of
 * GeoNames and one of another source. The city then keeps the GeoNames id, and with it its own id.
 * A source may `keep` fields of the sources before it.
 */
export function severalCities(sources: readonly CitySource[]): CitySource {
  const [only, another] = sources;
  if (only !== undefined && another === undefined) return only;
  const sameCities = once(() => compare(sources));

  async function* rows(part?: 'identity'): AsyncGenerator<CityRow | RejectedRow> {
    const same = await sameCities();
    let others = 0;
    for (const [rank, source] of sources.entries()) {
      for await (const row of source.rows(part)) {
        const { keep } = source;
        const from = { file: row.file ?? source.file, rank, ...(keep && { keep }) };
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
export class SameCities {
  /** The rows by country and name, each with its number. */
  readonly #rows = new Map<string, (Point & { number: number })[]>();
  #count = 0;
  /** The GeoNames id and the distance of the city of a row. */
  readonly #sameAs = new Map<number, { sourceId: string; km: number }>();

  /** Adds a row of another source. Rows are numbered from 0. */
  add(row: CityRow): void {
    const { latitude, longitude } = row;
    const added = { number: this.#count, latitude, longitude };
    this.#count += 1;
    // A row with coordinates out of range is rejected later.
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return;
    const name = nameOf(row);
    const rows = this.#rows.get(name);
    if (rows === undefined) this.#rows.set(name, [added]);
    else rows.push(added);
  }

  /** Compares a city of GeoNames, after all rows were added. */
  compare(city: CityRow): void {
    const rows = this.#rows.get(nameOf(city)) ?? [];
    const distances = rows.map((row) => ({ number: row.number, km: distanceKm(city, row) }));
    const nearest = minBy(distances, ({ km }) => km);
    if (nearest === undefined || nearest.km > SAME_WITHIN_KM) return;
    const { number, km } = nearest;
    if (km < (this.#sameAs.get(number)?.km ?? Infinity)) {
      this.#sameAs.set(number, { sourceId: city.sourceId, km });
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
const MERGED = ['aliases', ...Object.values(KEPT_FIELDS).flat()] as const;
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
