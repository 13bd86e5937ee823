import type { Client } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';
import { describeAnswer, hasStatus } from '../../core/elasticsearch/failures.js';
import { markers } from '../../indices/markers.js';
import type { Action } from '../load/batches.js';
import type { BulkRejection, BulkTarget } from '../load/bulk.js';
import { describeReject } from '../load/outcome.js';
import { sendAll } from '../load/sendAll.js';
import type { MarkerChanges } from './preview.js';
import { changedPlaces, type Comparison, vanishedMarkers } from './comparison.js';

/** Retries of an update if the game writes the same marker at that moment. */
const RETRIES_ON_CONFLICT = 10;

export interface MarkerCounts {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** Markers without a place that stay: built, or written by the game a moment ago. */
  kept: number;
}

/**
 * Makes live markers follow the places while the game goes on writing, if a comparison has found changes. All other writes come before the
 * first removal. After a failure in between, the next run resumes.
 */
export async function synchronize(
  comparison: Comparison,
  { counts: planned, built }: Pick<MarkerChanges, 'counts' | 'built'>,
  target: BulkTarget,
): Promise<MarkerCounts> {
  const { unchanged, gone } = planned;
  const counts = { created: 0, updated: 0, unchanged, removed: 0, kept: built };
  if (planned.new + planned.changed > 0) await write(comparison, target, counts);
  if (gone > 0) await removeVanished(comparison, target, gone + built, counts);
  await target.client.indices.refresh({ index: target.index });
  return counts;
}

/**
 * Gives live markers the definition of this version. They are out of date from then on, until their
 * provenance is written again.
 * @throws if the definition changed in a way that is possible for a new index only
 */
export async function beginInPlace(
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

async function write(
  comparison: Comparison,
  target: BulkTarget,
  counts: MarkerCounts,
): Promise<void> {
  let line = 0;
  await sendAll(target, {
    items: changedPlaces(comparison),
    toAction({ base: { id, land_id, location }, marker }) {
      line += 1;
      const origin = { file: comparison.places, line, id };
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
  comparison: Comparison,
  target: BulkTarget,
  planned: number,
  counts: MarkerCounts,
): Promise<void> {
  let vanished = 0;
  counts.kept = 0;
  await sendAll(target, {
    items: vanishedMarkers(comparison),
    toAction({ id, isBuilt, version }): Action | undefined {
      vanished += 1;
      if (vanished > planned) throw new Error('More places are missing than a moment ago.');
      if (isBuilt) {
        counts.kept += 1;
        return undefined;
      }
      const origin = { file: target.index, line: vanished, id };
      // This version only, so a marker that the game has written since stays.
      return { origin, id, lines: toLines({ delete: { _id: id, ...version } }) };
    },
    async onSent(actions, rejections) {
      throwFirst(rejections.filter(({ status }) => status !== 409));
      const existing = await countExisting(target, rejections);
      counts.kept += existing;
      counts.removed += actions.length - existing;
    },
  });
}

function toLines(...objects: object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

/** A conflict means that the game wrote the marker, or that an earlier attempt had removed it. */
async function countExisting(
  { client, index }: BulkTarget,
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
