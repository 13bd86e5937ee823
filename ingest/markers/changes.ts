import type { Action } from '../load/batches.js';
import type { Origin } from '../load/outcome.js';
import type { Marker, MarkerBase } from './differences.js';

/** Retries of an update when the game writes the same marker at that very moment. */
const RETRIES_ON_CONFLICT = 10;

/** Makes the marker of a place that has none. */
export function create(origin: Origin, { id, land_id, location }: MarkerBase): Action {
  return { origin, lines: toLines({ create: { _id: id } }, { id, land_id, location }) };
}

/** Of the base fields only: the built state, as it is at that moment, stays. */
export function update(origin: Origin, { id, land_id, location }: MarkerBase): Action {
  const action = { update: { _id: id, retry_on_conflict: RETRIES_ON_CONFLICT } };
  return { origin, lines: toLines(action, { doc: { land_id, location } }) };
}

/** Of this version only: a marker that the game has written since then stays. */
export function remove(origin: Origin, { id, version }: Marker): Action {
  return { origin, lines: toLines({ delete: { _id: id, ...version } }) };
}

function toLines(...objects: object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}
