import type { Described } from '../load/measured.js';

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

/** A place as a source has it, not yet validated. Fields that the source lacks are absent. */
export type PlaceCells = Partial<Record<PlaceField, unknown>>;

/** A row of a source, or why it cannot be read as one. */
export type PlaceRow =
  /** `line` counts from 1; `row` is the row's text, if it has one. */
  | { line: number; file?: string; cells: PlaceCells; row?: string }
  | { line: number; file?: string; id: string; reason: string; row?: string };

export interface PlaceSource extends Described {
  rows(): Iterable<PlaceRow> | AsyncIterable<PlaceRow>;
}
