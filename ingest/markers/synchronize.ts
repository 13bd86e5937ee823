import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';
import { RefusedError } from '../../core/cli/failure.js';
import { describeAnswer, hasStatus } from '../../core/elasticsearch/failures.js';
import type { Patience } from '../../core/elasticsearch/retry.js';
import { markers } from '../../indices/markers.js';
import type { Action } from '../load/batches.js';
import type { BulkRejection, BulkTarget } from '../load/bulk.js';
import { describeReject } from '../load/outcome.js';
import { sendAll } from '../load/sendAll.js';
import { changedPlaces, type Comparison, vanishedMarkers } from './comparison.js';
import { checkRemoval, previewChanges } from './preview.js';

/** Retries of an update if the game writes the same marker at that moment. */
const RETRIES_ON_CONFLICT = 10;

export interface Synchronization extends Comparison {
  /** The alias of the markers. */
  alias: string;
  patience: Patience;
  /** Remove more markers than usual. */
  allowShrink: boolean;
  /** Members of the `_meta` of the markers until all changes are made. */
  notes: Record<string, unknown>;
  /** @throws if another run has taken over */
  assertHeld: (options?: TransportRequestOptions) => Promise<void>;
}

export interface MarkerCounts {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** Markers without a place that stay: built, or written by the game a moment ago. */
  kept: number;
}

/**
 * Makes live markers follow the places while the game goes on writing. Everything is compared and
 * checked before the first write, and all other writes come before the first removal. After a failure
 * in between, the next run resumes.
 * @throws if too many markers would be removed; no changes were made then
 */
export async function synchronize(run: Synchronization): Promise<MarkerCounts> {
  const changes = await previewChanges(run);
  const complaints = checkRemoval(changes, run.allowShrink);
  if (complaints.length > 0) {
    throw new RefusedError(`No changes were made: ${complaints.join('\n')}.`);
  }
  await run.assertHeld();
  await beginInPlace(run.client, run.markers, run.notes);
  const { new: added, changed, unchanged, gone, built } = changes.counts;
  const counts = { created: 0, updated: 0, unchanged, removed: 0, kept: built };
  if (added + changed > 0) await write(run, counts);
  if (gone > 0) await removeVanished(run, gone + built, counts);
  await run.client.indices.refresh({ index: run.markers });
  return counts;
}

/**
 * Gives live markers the definition of this version. They are out of date from then on, until their
 * provenance is written again.
 * @throws if the definition changed in a way that is possible for a new index only
 */
async function beginInPlace(
  client: Client,
  index: string,
  notes: Record<string, unknown>,
): Promise<void> {
  // An index keeps its number of shards.
  const settings = omit(markers.settings, ['number_of_shards']);
  try {
    await client.indices.putSettings({ index, settings });
    await client.indices.putMapping({ index, ...markers.mappings, _meta: notes });
  } catch (error) {
    if (!hasStatus(error, 400)) throw error;
    throw new Error(
      `${index} cannot be updated in place, because its definition changed too much: ${describeAnswer(error.body)}`,
      { cause: error },
    );
  }
}

async function write(run: Synchronization, counts: MarkerCounts): Promise<void> {
  let line = 0;
  await sendAll(bulkTarget(run), {
    items: changedPlaces(run),
    toAction({ base: { id, land_id, location }, marker }) {
      line += 1;
      const origin = { file: run.places, line, id };
      if (marker === undefined) {
        counts.created += 1;
        return { origin, id, lines: toLines({ create: { _id: id } }, { id, land_id, location }) };
      }
      counts.updated += 1;
      // The base fields only, so the built state stays as it is at that moment.
      const action = { update: { _id: id, retry_on_conflict: RETRIES_ON_CONFLICT } };
      return { origin, id, lines: toLines(action, { doc: { land_id, location } }) };
    },
    onSent(_, rejections) {
      throwFirst(rejections);
    },
  });
}

/** @param planned the number of markers that had vanished before the writes */
async function removeVanished(
  run: Synchronization,
  planned: number,
  counts: MarkerCounts,
): Promise<void> {
  let vanished = 0;
  counts.kept = 0;
  await sendAll(bulkTarget(run), {
    items: vanishedMarkers(run),
    toAction({ id, isBuilt, version }): Action | undefined {
      vanished += 1;
      if (vanished > planned) throw new Error('More places are missing than a moment ago.');
      if (isBuilt) {
        counts.kept += 1;
        return undefined;
      }
      const origin = { file: run.markers, line: vanished, id };
      // This version only, so a marker that the game has written since stays.
      return { origin, id, lines: toLines({ delete: { _id: id, ...version } }) };
    },
    async onSent(actions, rejections) {
      throwFirst(rejections.filter(({ status }) => status !== 409));
      const existing = await countExisting(run, rejections);
      counts.kept += existing;
      counts.removed += actions.length - existing;
    },
  });
}

function toLines(...objects: object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

/** A run that has lost its lock writes nothing more. */
function bulkTarget(run: Synchronization): BulkTarget {
  const { client, patience, markers: index, alias, assertHeld } = run;
  // Not retried by itself: the attempt is.
  const beforeAttempt = () => assertHeld({ maxRetries: 0, signal: patience.signal });
  return { client, ...patience, index, alias, beforeAttempt };
}

/** A conflict means that the game wrote the marker, or that an earlier attempt had removed it. */
async function countExisting(
  { client, markers: index }: Synchronization,
  conflicts: readonly BulkRejection[],
): Promise<number> {
  if (conflicts.length === 0) return 0;
  const ids = conflicts.map(({ action }) => action.id);
  const { docs } = await client.mget({ index, ids, _source: false });
  return docs.filter((answer) => 'found' in answer && answer.found).length;
}

function throwFirst([first]: readonly BulkRejection[]): void {
  if (first === undefined) return;
  const reason = describeReject({ ...first.action.origin, reason: first.reason });
  throw new Error(`A marker cannot be written: ${reason}. Ingest the markers again.`);
}
