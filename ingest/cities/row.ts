import type { Names } from '../../indices/languages.js';
import type { Source } from '../../indices/provenance.js';

/** A city as a source gives it, before ids and primacy are known. */
export interface CityRow {
  /** Line of the source, from 1. */
  line: number;
  /** The source's own id, which the city's id belongs to. */
  sourceId: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  countryCode: string;
  /** The name shown where none is known in the language asked. */
  name: string;
  /** Names in other languages, where known. */
  names?: Names;
  /** First-level administrative division, where known. */
  regionName?: string;
  regionNames?: Names;
  population: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** True if it is the seat of its country's government. */
  capital: boolean;
}

/** A source of cities. It can be read more than once: ids need all rows before the first one. */
export interface CitySource {
  /** The file, as a person would look for it. */
  file: string;
  /** Of the data, where known: with another one, what is live is out of date. */
  version?: string;
  expectedRows?: number;
  rows(): Iterable<CityRow>;
  /** To be remembered with what is made of them. */
  sources?(): readonly Source[];
}
