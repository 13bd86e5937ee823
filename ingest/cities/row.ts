import type { Names } from '../../indices/languages.js';
import type { Described } from '../load/measured.js';

/** A city as a source has it, before ids and primacy are known. Unknown fields are absent. */
export interface CityRow {
  /** Line of the source, from 1. */
  line: number;
  /** The file of the line, if the source has several. */
  file?: string;
  /**
   * Number of its source among several, from 0. Of two rows with the same source id, the row of the
   * later source is the city. It gets the optional fields that it lacks from the other row.
   */
  rank?: number;
  /** The source's own id. The city's id belongs to it. */
  sourceId: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  countryCode: string;
  /** Shown if the name in the requested language is unknown. */
  name: string;
  names?: Names;
  /** First-level administrative division. */
  regionName?: string;
  regionNames?: Names;
  population?: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** IANA zone. */
  timeZone?: string;
  /** True for a capital or seat of government. */
  capital?: boolean;
  /** The row's text. */
  row?: string;
}

/** A row of a source that cannot become a city, and why. */
export interface CityReject {
  line: number;
  file?: string;
  rank?: number;
  /** Empty if it is not known. */
  id: string;
  reason: string;
  row?: string;
}

/**
 * A source of cities. Every reading yields the same rows in the same order: ids depend on all rows,
 * so the source is read twice.
 */
export interface CitySource extends Described {
  /** True if its source ids are GeoNames ids. */
  geonames?: true;
  /** @param part with `identity`, names in other languages may be left out */
  rows(part?: 'identity'): Iterable<CityRow | CityReject> | AsyncIterable<CityRow | CityReject>;
}
