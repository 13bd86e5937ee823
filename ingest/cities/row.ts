import type { Names } from '../../indices/languages.js';
import type { Source } from '../../indices/provenance.js';
import type { Measured } from '../load/measured.js';

/** A city as a source gives it, before ids and primacy are known. */
export interface CityRow {
  /** Line of the source, from 1. */
  line: number;
  /** The file of the line, where the source has several. */
  file?: string;
  /**
   * The place of its source among several, from 0: of two rows with one source id the one of the
   * later source is the city, with the optional fields of the other one that it lacks.
   */
  rank?: number;
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
  /** Inhabitants, where known. */
  population?: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** IANA zone, where known. */
  timeZone?: string;
  /** True for a capital or seat of government; absent where the source does not say. */
  capital?: boolean;
  /** As it stands in the file. */
  row?: string;
}

/** A row of a source that is no city, and why. */
export interface CityReject {
  line: number;
  file?: string;
  rank?: number;
  /** Empty where it is not known. */
  id: string;
  reason: string;
  row?: string;
}

/** The rows of a source of cities. */
export type CityRows = Iterable<CityRow | CityReject> | AsyncIterable<CityRow | CityReject>;

/**
 * A source of cities. It can be read more than once, and gives the same rows in the same order: ids
 * need all rows before the first one.
 */
export interface CitySource extends Measured {
  /** The file, as a person would look for it. */
  file: string;
  /** Of the data, where known: with another one, what is live is out of date. */
  version?: string;
  /** Its source ids are those of GeoNames. */
  geonames?: true;
  /** @param part `identity`: names in other languages are not asked for, and may be left out */
  rows(part?: 'identity'): CityRows;
  /** Reads what all rows need, once their ids were read: else the first row does, and takes long. */
  prepare?(): Promise<void>;
  /** To be remembered with what is made of them. */
  sources?(): readonly Source[];
  /** What a person is to be told of the source, once all rows were read. */
  notes?(): readonly string[];
  /** Lists the faults of the source as a whole, known once all rows were read. */
  gate?(): Promise<string[]>;
}
