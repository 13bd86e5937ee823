import type { BuiltState, MarkerDocument } from '../../indices/markers.js';
import { staleSeason } from '../errors.js';

/** Returns what is built there, in whatever season; undefined where nothing is. */
export function builtState({ season, icon, skin }: MarkerDocument): BuiltState | undefined {
  const isBuilt = typeof season === 'number' && typeof icon === 'number';
  return isBuilt ? { season, icon, skin: skin ?? '' } : undefined;
}

/**
 * Builds on a marker: for the same season with another icon and skin, or for a newer one.
 *
 * @throws {ApiError} 409 if it was built in a newer season.
 */
export function build(marker: MarkerDocument, state: BuiltState): MarkerDocument {
  const before = builtState(marker);
  if (before !== undefined && before.season > state.season) throw staleSeason();
  return { ...marker, ...state };
}

/** Clears what is built, in whatever season; a marker that is not built stays as it is. */
export function clear({ id, land_id, location }: MarkerDocument): MarkerDocument {
  return { id, land_id, location };
}
