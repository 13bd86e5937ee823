import type { Client } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';
import { isErrorOfType } from '../../../core/elasticsearch/failures.js';
import { generationIndex, liveAlias } from '../../../core/elasticsearch/names.js';
import { PROVENANCE } from '../../../indices/definition.js';
import { type MarkerDocument, markers } from '../../../indices/markers.js';
import { readProvenance } from '../../../indices/provenance.js';
import { deleteLeftover, findGenerations } from '../../../ingest/generations/generation.js';
import { readMeta } from '../../../ingest/generations/provenance.js';
import { acquireLock, type Lock } from '../../../ingest/generations/lock.js';
import type { Context } from '../../../ingest/generations/resource.js';
import { RESTORING } from '../../../ingest/markers/builtStates.js';
import { type BuiltMarker, builtMarker, type EntryOf } from '../entry.js';
import { uuidOf } from '../stored.js';
import {
  batched,
  bulkWrites,
  type ConditionalWrite,
  nothingRestored,
  readLive,
  type Restoration,
  type Restored,
} from './restoration.js';

const BATCH = 1_000;

export interface RestoredMarkers extends Restored {
  /** Included in `left`: markers that were cleared after the backup. */
  cleared: number;
}

interface MarkerRestoration extends Restoration {
  /** The UUID of the index that the backup was taken from. */
  markersUuid: string | null;
  rebuild: boolean;
}

/** Says whether a marker that is not built counts as cleared after the backup. */
export interface ClearedRule {
  /** The live markers are in the index that the backup was taken from. */
  isSameIndex: boolean;
  /** Also build markers that were cleared after the backup. */
  rebuild: boolean;
}

/**
 * Restores built markers while the game goes on: each is written only over the version that was
 * compared. Without live markers, the built ones are promoted, and an ingestion adds the others.
 */
export async function restoreMarkers(
  restoration: MarkerRestoration,
  found: AsyncIterable<EntryOf<'marker'>>,
): Promise<RestoredMarkers> {
  const { context, isDry } = restoration;
  const { client, indexPrefix } = context;
  const work = async (lock?: Lock): Promise<RestoredMarkers> => {
    const { live } = await findGenerations({ client, indexPrefix }, markers.resource);
    if (live === undefined) return restoreAll(restoration, found, lock);
    const uuid = await uuidOf(client, live);
    const isSameIndex = uuid !== undefined && uuid === restoration.markersUuid;
    return restoreInto(restoration, live, found, { isSameIndex, ...restoration }, lock);
  };
  if (isDry) return work();
  const lock = await acquireLock({ client, indexPrefix }, markers.resource, restoration);
  try {
    return await work(lock);
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/** Restores into a new index, which is promoted when it is complete. */
async function restoreAll(
  restoration: MarkerRestoration,
  found: AsyncIterable<EntryOf<'marker'>>,
  lock: Lock | undefined,
): Promise<RestoredMarkers> {
  const { client, indexPrefix } = restoration.context;
  const rule: ClearedRule = { isSameIndex: false, rebuild: true };
  if (lock === undefined) return restoreInto(restoration, undefined, found, rule, lock);
  await deleteLeftovers(restoration.context);
  const index = generationIndex(indexPrefix, markers.resource, new Date());
  const settings = { ...markers.settings, auto_expand_replicas: '0-1' };
  const mappings = { ...markers.mappings, _meta: { [RESTORING]: true } };
  try {
    await client.indices.create({ index, mappings, settings }).catch((error: unknown) => {
      // An attempt whose answer was lost has created it: under the lock, nobody else could.
      if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    });
    const counts = await restoreInto(restoration, index, found, rule, lock);
    if (counts.found === 0) {
      await client.indices.delete({ index });
      return counts;
    }
    await client.indices.putMapping({ index, _meta: {} });
    await lock.assertHeld();
    await client.indices.putAlias({ index, name: liveAlias(indexPrefix, markers.resource) });
    return counts;
  } catch (error) {
    // With `maxRetries: 0`, an interruption does not abort the deletion.
    const once = { maxRetries: 0 };
    await deleteLeftover(restoration.context, markers.resource, index, once).catch(() => undefined);
    throw error;
  }
}

/** Deletes the index of a restore that was killed. */
async function deleteLeftovers(context: Context): Promise<void> {
  const { client, indexPrefix } = context;
  const { leftovers } = await findGenerations({ client, indexPrefix }, markers.resource);
  for (const index of leftovers)
    if (RESTORING in (await readMeta(client, index)))
      await deleteLeftover(context, markers.resource, index);
}

async function restoreInto(
  restoration: MarkerRestoration,
  index: string | undefined,
  found: AsyncIterable<EntryOf<'marker'>>,
  rule: ClearedRule,
  lock: Lock | undefined,
): Promise<RestoredMarkers> {
  const { context, progress, signal, isDry } = restoration;
  const counts: RestoredMarkers = { ...nothingRestored(), cleared: 0 };
  let endAdding: (() => Promise<void>) | undefined;
  progress.start('markers');
  for await (const batch of batched(found, BATCH)) {
    signal.throwIfAborted();
    counts.found += batch.length;
    let left = batch.map(({ document }) => document);
    while (left.length > 0) {
      const live = index === undefined ? [] : await readMarkers(restoration, index, left);
      const writes = left.flatMap((marker, at) => {
        const now = live[at];
        const decision = decide(marker, now?.document, rule);
        if (decision === 'write')
          return [{ marker, write: writeOf(marker, now), isNew: now === undefined }];
        counts[decision === 'same' ? 'same' : 'left'] += 1;
        if (decision === 'cleared') counts.cleared += 1;
        return [];
      });
      counts.restored += writes.length;
      if (isDry || index === undefined) break;
      await lock?.assertHeld();
      if (writes.some(({ isNew }) => isNew)) endAdding ??= await beginAdding(context.client, index);
      const conflicts = await bulkWrites(restoration, index, writes.map(({ write }) => write)); // prettier-ignore
      // These have changed since they were read: compare them again.
      counts.restored -= conflicts.length;
      left = conflicts.flatMap((at) => writes[at]?.marker ?? []);
    }
    progress.update(counts.found);
  }
  progress.stop();
  if (index !== undefined && !isDry) await context.client.indices.refresh({ index });
  await endAdding?.();
  return counts;
}

/**
 * Decides on a marker of a backup: the newer season wins, and the live marker wins a tie. A marker that
 * is not built in the index of the backup was cleared, and stays so unless `rebuild` is set.
 */
export function decide(
  backup: BuiltMarker,
  live: MarkerDocument | undefined,
  { isSameIndex, rebuild }: ClearedRule,
): 'write' | 'same' | 'newer' | 'cleared' {
  const now = live && builtMarker(live);
  if (now === undefined) return isSameIndex && !rebuild ? 'cleared' : 'write';
  if (now.season < backup.season) return 'write';
  const isSame =
    now.season === backup.season && now.icon === backup.icon && now.skin === backup.skin;
  return isSame ? 'same' : 'newer';
}

interface LiveMarker {
  document: MarkerDocument;
  version: { if_seq_no: number; if_primary_term: number };
}

async function readMarkers(
  restoration: Restoration,
  index: string,
  wanted: readonly BuiltMarker[],
): Promise<(LiveMarker | undefined)[]> {
  const ids = wanted.map(({ id }) => id);
  const stored = await readLive<MarkerDocument>(restoration, index, ids);
  return stored.map((each) => {
    const { _source: document, _seq_no: if_seq_no, _primary_term: if_primary_term } = each;
    if (document === undefined || if_seq_no === undefined || if_primary_term === undefined)
      return undefined;
    return { document, version: { if_seq_no, if_primary_term } };
  });
}

/** The position of a live marker stays, because the ingestion decides on it. */
function writeOf(marker: BuiltMarker, live: LiveMarker | undefined): ConditionalWrite {
  if (live === undefined) return [{ create: { _id: marker.id } }, marker];
  const { season, icon, skin } = marker;
  const action = { index: { _id: marker.id, ...live.version } };
  return [action, { ...live.document, season, icon, skin }];
}

/**
 * Removes the provenance of the index, so that no API process trusts its counts while markers are added.
 * @returns a function that puts the provenance back, as a new one
 */
async function beginAdding(client: Client, index: string): Promise<() => Promise<void>> {
  const meta = await readMeta(client, index);
  const provenance = readProvenance(meta);
  if (provenance === undefined) return () => Promise.resolve();
  // Without the stamp, the next ingestion compares the markers with the places.
  const notes = omit(meta, [PROVENANCE, 'code', 'definition', 'recipe']);
  await client.indices.putMapping({ index, _meta: notes });
  return async () => {
    const renewed = { ...provenance, live: new Date().toISOString() };
    await client.indices.putMapping({ index, _meta: { ...notes, [PROVENANCE]: renewed } });
  };
}
