import type { BuildDocument, BuiltState } from '../../indices/builds.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { NO_MARKER, STALE_SEASON } from '../errors.js';

/**
 * Returns the build to store.
 * @param stored the build so far; undefined if nothing is built
 * @param marker undefined if its place has vanished; then it stays where it was built
 * @throws {ApiError} 404 if there is neither, 409 if it was built in a newer season
 */
export function build(
  stored: BuildDocument | undefined,
  marker: MarkerDocument | undefined,
  state: BuiltState,
): BuildDocument {
  const known = marker ?? stored;
  if (known === undefined) throw NO_MARKER;
  if (stored !== undefined && stored.season > state.season) throw STALE_SEASON;
  const { id, land_id, location } = known;
  return { id, land_id, location, ...state };
}

/**
 * Returns undefined: the build of a cleared marker is deleted.
 * @throws {ApiError} 404 if there is neither a build nor a marker
 */
export function clear(
  stored: BuildDocument | undefined,
  marker: MarkerDocument | undefined,
): undefined {
  if (stored === undefined && marker === undefined) throw NO_MARKER;
}
