import { TextTable, Uint32List, Uint8List } from '../files/packed.js';
import type { Sized } from './primary.js';

/** The facts a city's id is made of. */
export interface Identified {
  sourceId: string;
  /** ISO 3166-1 alpha-3. */
  countryId: string;
  name: string;
  regionName?: string | undefined;
  population: number;
}

/** A row that can become a city. */
export interface Candidate extends Omit<Identified, 'population'> {
  population?: number | undefined;
  capital?: boolean | undefined;
  /** The number of the row in its source, from 1. */
  ordinal: number;
  /** Of its source among several. */
  rank?: number | undefined;
}

// An id stands in comma-separated lists and holds no blanks.
const LEFT_OUT = /[\s,]+/gu;
const MAX_UINT32 = 0xffff_ffff;

/**
 * The ids of cities: country, `_`, name. The most populous of one name keeps that; the others add
 * `_<region>`, then `_<source id>`, the more populous choosing first.
 *
 * An id belongs to its source record for good: a city that has one keeps it whatever its name or
 * population have become, and nobody else ever gets it, even while that city is not in the source.
 *
 * It holds all records of a source at once, and so takes but some eighty bytes of each.
 */
export class CityIds {
  /** By their numbers: the records' source ids. */
  readonly #keys = new TextTable();
  /** All ids, and those that a record would like to have. */
  readonly #ids = new TextTable();
  /** By number of an id: the record that has it, plus 1. */
  readonly #owners = new Uint32List();
  /** By number of a record, and 0 where there is none: its id, plus 1 … */
  readonly #idOf = new Uint32List();
  /** … that made of its name, plus 1 … */
  readonly #nameOf = new Uint32List();
  readonly #regionOf = new Uint32List();
  /** … and the row that was chosen for it. */
  readonly #ordinals = new Uint32List();
  readonly #populations = new Uint32List();
  readonly #tieBreaks = new Uint32List();
  readonly #countries = new Uint8List();
  readonly #ranks = new Uint32List();
  readonly #capitals = new Uint8List();
  /** Few, whatever the number of records. */
  readonly #regionTexts = new TextTable();
  readonly #countryTexts = new TextTable();
  /** The first of the records that had no id before. */
  #firstNew: number | undefined;

  /** Takes the id that a record was given in an earlier run; the latest of several holds. */
  remember(sourceId: string, id: string): void {
    const key = this.#keys.add(sourceId);
    const before = this.#idOf.get(key) - 1;
    if (before >= 0 && this.#owners.get(before) === key + 1) this.#owners.set(before, 0);
    this.#own(key, this.#ids.add(id));
  }

  /** Takes a row, once all earlier ids are known. Of several of one source id one is chosen. */
  add(city: Candidate): void {
    this.#firstNew ??= this.#keys.size;
    const key = this.#keys.add(city.sourceId);
    const region = compact(city.regionName ?? '');
    const name = idByName(city);
    const tieBreak = hashOf(`${name},${region}`);
    const isFirst = this.#ordinals.get(key) === 0;
    if (!isFirst && !this.#isBetter(city, tieBreak, key)) return;
    this.#ordinals.set(key, city.ordinal);
    this.#tieBreaks.set(key, tieBreak);
    this.#ranks.set(key, city.rank ?? 0);
    // What a later source does not say stays as an earlier one says it.
    if (city.population !== undefined) this.#populations.set(key, sizeOf(city));
    if (city.capital !== undefined) this.#capitals.set(key, city.capital ? 1 : 0);
    this.#countries.set(key, this.#countryTexts.add(city.countryId));
    if (this.#idOf.get(key) > 0) return;
    this.#nameOf.set(key, this.#ids.add(name) + 1);
    if (isFirst || region !== '') this.#regionOf.set(key, this.#regionTexts.add(region));
  }

  /** It does not depend on the order of the rows. */
  #isBetter(city: Candidate, tieBreak: number, key: number): boolean {
    const byRank = (city.rank ?? 0) - this.#ranks.get(key);
    if (byRank !== 0) return byRank > 0;
    const byPopulation = sizeOf(city) - this.#populations.get(key);
    return byPopulation === 0 ? tieBreak < this.#tieBreaks.get(key) : byPopulation > 0;
  }

  /** Gives ids to the records that have none; they do not depend on the order of the rows. */
  assign(): void {
    const others = new Uint32List();
    const compare = this.#comparer();
    for (let key = this.#firstNew ?? this.#keys.size; key < this.#keys.size; key += 1) {
      const name = this.#nameOf.get(key) - 1;
      const keeper = this.#owners.get(name) - 1;
      if (keeper < 0) this.#owners.set(name, key + 1);
      else if (this.#idOf.get(keeper) > 0 || compare(keeper, key) < 0) others.push(key);
      else {
        this.#owners.set(name, key + 1);
        others.push(keeper);
      }
    }
    for (let key = this.#firstNew ?? this.#keys.size; key < this.#keys.size; key += 1) {
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
    return [byRegion, `${byRegion}_${compact(this.#keys.textOf(key))}`];
  }

  /** The more populous first; of equals the older record: numeric ids by value, others by text. */
  #comparer(): (one: number, other: number) => number {
    const texts = (key: number): string => this.#keys.textOf(key);
    // Most ids are numbers, and to read each one a million times takes longer than all else.
    const values = Float64Array.from({ length: this.#keys.size }, (_, key) => Number(texts(key)));
    return (one, other) => {
      const byPopulation = this.#populations.get(other) - this.#populations.get(one);
      if (byPopulation !== 0) return byPopulation;
      const difference = (values[one] ?? 0) - (values[other] ?? 0);
      if (!Number.isNaN(difference) && difference !== 0) return difference;
      return texts(one) < texts(other) ? -1 : 1;
    };
  }

  /** Tells whether some record has this id. */
  isGiven(id: string): boolean {
    const number = this.#ids.indexOf(id);
    return number >= 0 && this.#owners.get(number) > 0;
  }

  idOf(sourceId: string): string | undefined {
    const key = this.#keys.indexOf(sourceId);
    const id = key < 0 ? 0 : this.#idOf.get(key);
    return id === 0 ? undefined : this.#ids.textOf(id - 1);
  }

  /** Tells whether a row is the chosen one of its source id, or of the same source as that one. */
  standingOf(sourceId: string, ordinal: number, rank = 0): 'chosen' | 'second' | 'replaced' {
    const key = this.#keys.indexOf(sourceId);
    if (key < 0 || this.#ordinals.get(key) === ordinal) return 'chosen';
    return this.#ranks.get(key) === rank ? 'second' : 'replaced';
  }

  /** The chosen rows, as primacy sees them. */
  *sized(): Generator<Sized> {
    for (let key = 0; key < this.#keys.size; key += 1) {
      if (this.#ordinals.get(key) === 0) continue;
      yield {
        sourceId: this.#keys.textOf(key),
        countryId: this.#countryTexts.textOf(this.#countries.get(key)),
        population: this.#populations.get(key),
        capital: this.#capitals.get(key) === 1,
      };
    }
  }

  /** Source ids and ids of the records that had none before. */
  assigned(): Generator<[string, string]> {
    return this.#pairs(this.#firstNew ?? this.#keys.size);
  }

  /** All source ids and ids. */
  entries(): Generator<[string, string]> {
    return this.#pairs(0);
  }

  *#pairs(first: number): Generator<[string, string]> {
    for (let key = first; key < this.#keys.size; key += 1) {
      const id = this.#idOf.get(key);
      if (id > 0) yield [this.#keys.textOf(key), this.#ids.textOf(id - 1)];
    }
  }
}

function idByName({ countryId, name }: Candidate): string {
  return `${countryId}_${compact(name)}`;
}

function sizeOf({ population = 0 }: Candidate): number {
  return Math.min(population, MAX_UINT32);
}

function compact(text: string): string {
  return text.normalize('NFC').replace(LEFT_OUT, '');
}

/** FNV-1a of the text's code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
