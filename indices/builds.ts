import { STORED_ONLY, type WrittenLive } from './definition.js';
import type { MarkerDocument } from './markers.js';

export const MAX_SEASON = 1_000_000;
export const MAX_ICON = 1_000_000;
export const MAX_SKIN_CHARACTERS = 64;

/** The state of a built marker. */
export interface BuiltState {
  /** The season of the last build. */
  season: number;
  icon: number;
  /** Empty: the default skin. */
  skin: string;
}

/**
 * A built marker; `_id` is its id. Land and position are those that it had when it was built, because its
 * place may vanish or move. A marker that is cleared has no document.
 */
export type BuildDocument = MarkerDocument & BuiltState;

/**
 * The index behind this alias belongs to the game: only the API and a restore of a backup write to it. It is
 * created once, before the first markers, and no ingestion changes or deletes its documents.
 */
export const builds: WrittenLive = {
  resource: 'builds',
  mappings: {
    dynamic: 'strict',
    properties: {
      // Sorts the pages of a large result.
      id: { type: 'keyword' },
      land_id: STORED_ONLY,
      location: { type: 'geo_point' },
      season: { type: 'integer' },
      icon: { type: 'integer', index: false, doc_values: false },
      skin: STORED_ONLY,
    },
  },
};
