import { crc32 } from 'node:zlib';
import { TextTable, Uint32List } from '../files/packed.js';
import { type CityRow, compactId, type KeptField } from './row.js';

/** The fields that make a city's id, and decide which row is the city. */
export type IdentityRow = Pick<CityRow, 'sourceId' | 'name' | 'keep'> & {
  [Field in 'regionName' | 'population' | 'capital' | 'rank']?: CityRow[Field] | undefined;
};

const MAX_UINT32 = 0xffff_ffff;

export const DEFAULT_PRIMARY_MINIMUM_POPULATION = 100_000;

/**
 * The ids of cities: country, `_`, name. Of cities with the same name the most populous one keeps
 * that id. The others add `_<region>`, then `_<source id>`; the more populous one chooses first.
 *
 * An id belongs to its source record for good. A city keeps its id even if its name or population
 * changes. No other city ever gets that id, even while its city is missing from the source.
 *
 * All records of a source are in memory at once, at about ninety bytes each.
 */
export class CityIds {
  /** Numbers the records by their source ids. */
  readonly #keys = new TextTable();
  /** Numbers all ids, and those that a record would like to have. */
  readonly #ids = new TextTable();
  /** The record of each id, plus 1. */
  readonly #owners = new Uint32List();
  /** The id of each record, plus 1; 0 if it has none. The other lists hold values of records, too. */
  readonly #idOf = new Uint32List();
  /** The id made of its country and name, plus 1. */
  readonly #nameOf = new Uint32List();
  readonly #regionOf = new Uint32List();
  /** The number of the chosen row, from 1. */
  readonly #ordinals = new Uint32List();
  readonly #populations = new Uint32List();
  readonly #tieBreaks = new Uint32List();
  readonly #countries = new Uint32List();
  readonly #ranks = new Uint32List();
  readonly #capitals = new Uint32List();
  readonly #regionTexts = new TextTable();
  readonly #countryTexts = new TextTable();
  /** The first record that had no id in an earlier run. */
  #firstNew: number | undefined;

  /** Adds an id that a record got in an earlier run. The latest id of a record is valid. */
  remember(sourceId: string, id: string): void {
    const key = this.#keys.add(sourceId);
    const before = this.#idOf.get(key) - 1;
    if (before >= 0 && this.#owners.get(before) === key + 1) this.#owners.set(before, 0);
    this.#own(key, this.#ids.add(id));
  }

  /**
   * Adds a row, after all earlier ids. Of several rows with the same source id one is chosen.
   * @param countryId ISO 3166-1 alpha-3
   * @param ordinal the number of the row in its source, from 1
   */
  add(row: IdentityRow, countryId: string, ordinal: number): void {
    this.#firstNew ??= this.#keys.size;
    const key = this.#keys.add(row.sourceId);
    const region = compactId(row.regionName ?? '');
    const name = `${countryId}_${compactId(row.name)}`;
    const tieBreak = crc32(`${name},${region}`);
    const isFirst = this.#ordinals.get(key) === 0;
    if (!isFirst && !this.#isBetter(row, tieBreak, key)) return;
    const isLater = !isFirst && (row.rank ?? 0) > this.#ranks.get(key);
    const keeps = (field: KeptField): boolean => isLater && row.keep?.includes(field) === true;
    const hasSize = keeps('population') && this.#populations.get(key) > 0;
    this.#ordinals.set(key, ordinal);
    this.#tieBreaks.set(key, tieBreak);
    this.#ranks.set(key, row.rank ?? 0);
    // A value that a later source lacks stays as the earlier source has it.
    if (row.population !== undefined && !hasSize) this.#populations.set(key, sizeOf(row));
    if (row.capital !== undefined) this.#capitals.set(key, row.capital ? 1 : 0);
    this.#countries.set(key, this.#countryTexts.add(countryId));
    if (this.#idOf.get(key) > 0) return;
    if (!keeps('name')) this.#nameOf.set(key, this.#ids.add(name) + 1);
    const hasRegion = keeps('region') && this.#regionTexts.textOf(this.#regionOf.get(key)) !== '';
    if (isFirst || (region !== '' && !hasRegion))
      this.#regionOf.set(key, this.#regionTexts.add(region));
  }

  /** Does not depend on the order of the rows. */
  #isBetter(row: IdentityRow, tieBreak: number, key: number): boolean {
    const byRank = (row.rank ?? 0) - this.#ranks.get(key);
    if (byRank !== 0) return byRank > 0;
    const byPopulation = sizeOf(row) - this.#populations.get(key);
    return byPopulation === 0 ? tieBreak < this.#tieBreaks.get(key) : byPopulation > 0;
  }

  /** Gives ids to the records that have none. The ids do not depend on the order of the rows. */
  assign(): void {
    const others = new Uint32List();
    const compare = this.#comparer();
    const firstNew = this.#firstNew ?? this.#keys.size;
    for (let key = firstNew; key < this.#keys.size; key += 1) {
      const name = this.#nameOf.get(key) - 1;
      const keeper = this.#owners.get(name) - 1;
      if (keeper < 0) this.#owners.set(name, key + 1);
      else if (this.#idOf.get(keeper) > 0 || compare(keeper, key) < 0) others.push(key);
      else {
        this.#owners.set(name, key + 1);
        others.push(keeper);
      }
    }
    for (let key = firstNew; key < this.#keys.size; key += 1) {
      const name = this.#nameOf.get(key) - 1;
      if (this.#owners.get(name) === key + 1) this.#own(key, name);
    }
    for (const key of others.items.sort(compare)) {
      for (const candidate of this.#longerIds(key)) {
        const id = this.#ids.add(candidate);
        if (this.#owners.get(id) > 0) continue;
        this.#own(key, id);
        break;
      }
    }
  }

  #own(key: number, id: number): void {
    this.#idOf.set(key, id + 1);
    this.#owners.set(id, key + 1);
  }

  #longerIds(key: number): string[] {
    const name = this.#ids.textOf(this.#nameOf.get(key) - 1);
    const region = this.#regionTexts.textOf(this.#regionOf.get(key));
    const byRegion = region === '' ? name : `${name}_${region}`;
    return [byRegion, `${byRegion}_${compactId(this.#keys.textOf(key))}`];
  }

  /** Sorts by population, then the older record first: numeric ids by value, others by text. */
  #comparer(): (one: number, other: number) => number {
    const texts = (key: number): string => this.#keys.textOf(key);
    // Most ids are numbers. To read each text a million times would take longest of all.
    const values = Float64Array.from({ length: this.#keys.size }, (_, key) => Number(texts(key)));
    return (one, other) => {
      const byPopulation = this.#populations.get(other) - this.#populations.get(one);
      if (byPopulation !== 0) return byPopulation;
      const difference = (values[one] ?? 0) - (values[other] ?? 0);
      if (!Number.isNaN(difference) && difference !== 0) return difference;
      return texts(one) < texts(other) ? -1 : 1;
    };
  }

  /** Returns the source id of the city with this id, if it was ever given. */
  sourceIdOf(id: string): string | undefined {
    const number = this.#ids.indexOf(id);
    const key = number < 0 ? -1 : this.#owners.get(number) - 1;
    return key < 0 ? undefined : this.#keys.textOf(key);
  }

  idOf(sourceId: string): string | undefined {
    const key = this.#keys.indexOf(sourceId);
    const id = key < 0 ? 0 : this.#idOf.get(key);
    return id === 0 ? undefined : this.#ids.textOf(id - 1);
  }

  /**
   * Compares a row with the chosen one of its source id.
   * @returns `second` for another row of the same source, `replaced` for one of another source
   */
  standingOf(sourceId: string, ordinal: number, rank = 0): 'chosen' | 'second' | 'replaced' {
    const key = this.#keys.indexOf(sourceId);
    if (key < 0 || this.#ordinals.get(key) === ordinal) return 'chosen';
    return this.#ranks.get(key) === rank ? 'second' : 'replaced';
  }

  /**
   * Returns the source ids of the primary cities: capitals, cities of at least `minimumPopulation`
   * inhabitants, and the largest city of every primary country.
   */
  primary(primaryCountryIds: ReadonlySet<string>, minimumPopulation: number): Set<string> {
    const primary = new Set<number>();
    const largest = new Map<number, number>();
    for (let key = 0; key < this.#keys.size; key += 1) {
      // Cities of earlier runs that are not in the source.
      if (this.#ordinals.get(key) === 0) continue;
      const population = this.#populations.get(key);
      if (this.#capitals.get(key) === 1 || population >= minimumPopulation) primary.add(key);
      const country = this.#countries.get(key);
      const best = largest.get(country);
      if (best === undefined || population > this.#populations.get(best)) largest.set(country, key);
    }
    for (const [country, key] of largest) {
      if (primaryCountryIds.has(this.#countryTexts.textOf(country))) primary.add(key);
    }
    return new Set([...primary].map((key) => this.#keys.textOf(key)));
  }

  /** Yields source id and id of each record that had none before. */
  assigned(): Generator<[string, string]> {
    return this.entries(this.#firstNew ?? this.#keys.size);
  }

  /** Yields source id and id of each record, from a number on. */
  *entries(first = 0): Generator<[string, string]> {
    for (let key = first; key < this.#keys.size; key += 1) {
      const id = this.#idOf.get(key);
      if (id > 0) yield [this.#keys.textOf(key), this.#ids.textOf(id - 1)];
    }
  }
}

function sizeOf({ population = 0 }: IdentityRow): number {
  return Math.min(population, MAX_UINT32);
}
