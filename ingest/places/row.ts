import type { Source } from '../../indices/provenance.js';
import type { Measured } from '../load/measured.js';

/** The fields of a place, as a mapping file names them. */
export const PLACE_FIELDS = [
  'id',
  'name',
  'subtitle',
  'category',
  'latitude',
  'longitude',
  'address',
  'photos',
  'popularity',
  'rating',
  'website',
] as const;

export type PlaceField = (typeof PLACE_FIELDS)[number];

/** Without these there is no place. */
export const REQUIRED_FIELDS: readonly PlaceField[] = ['id', 'name', 'latitude', 'longitude'];

/** A place as a source gives it, not yet validated. A field that it does not tell is absent. */
export type PlaceCells = Partial<Record<PlaceField, unknown>>;

/** A row of a source, or why it cannot be read as one. */
export type PlaceRow =
  /** Line of the source, from 1; its text, where it has one. */
  | { line: number; file?: string; cells: PlaceCells; row?: string }
  | { line: number; file?: string; id: string; reason: string; row?: string };

export interface PlaceSource extends Measured {
  /** The file, as a person would look for it. */
  file: string;
  /** Of the data, where known: with another one, what is live is out of date. */
  version?: string;
  rows(): Iterable<PlaceRow> | AsyncIterable<PlaceRow>;
  /** To be remembered with what is made of them; called once all rows were read. */
  sources?(): readonly Source[];
  /** What a person is to be told of the source, once all rows were read. */
  notes?(): readonly string[];
  /** Lists the faults of the source as a whole, known once all rows were read. */
  gate?(): Promise<string[]>;
}
