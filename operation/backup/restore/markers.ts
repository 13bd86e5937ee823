import type { Client, estypes, TransportRequestOptions } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';
import { generationIndex, liveAlias } from '../../../core/elasticsearch/names.js';
import { isErrorOfType } from '../../../core/elasticsearch/failures.js';
import { acceptedSettings } from '../../../core/elasticsearch/serverless.js';
import { PROVENANCE } from '../../../indices/definition.js';
import { type MarkerDocument, markers } from '../../../indices/markers.js';
import { readProvenance } from '../../../indices/provenance.js';
import {
  deleteRemains,
  findGenerations,
  readMeta,
} from '../../../ingest/generations/generation.js';
import { acquireLock, type Lock, lockOptions } from '../../../ingest/generations/lock.js';
import { RESTORING } from '../../../ingest/markers/builtStates.js';
import type { Context } from '../../../ingest/generations/resource.js';
import type { BuiltMarker } from '../entry.js';
import { uuidOf } from '../stored.js';
import { batched } from './batched.js';
import { bulkWrites } from './bulkWrites.js';
import { type Circumstances, decide } from './decide.js';
import { readLive } from './readLive.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

const BATCH = 1_000;
const ONCE: TransportRequestOptions = { maxRetries: 0 };

export interface RestoredMarkers extends Restored {
  /** Of those that were left: not built any more since the backup. */
  cleared: number;
}

export interface MarkerRestoration extends Restoration {
  /** Of the index that the backup was taken from. */
  markersUuid: string | null;
  rebuild: boolean;
}

/**
 * Brings back what the game has built, marker by marker, beside a game that goes on: each is written
 * only over the version that was judged. Where there are no markers at all, those on which something
 * is built become live, and an ingestion adds the others.
 */
export async function restoreMarkers(
  restoration: MarkerRestoration,
  found: AsyncIterable<BuiltMarker>,
): Promise<RestoredMarkers> {
  const { context, isDry } = restoration;
  const { client, indexPrefix } = context;
  const work = async (lock?: Lock): Promise<RestoredMarkers> => {
    const { live } = await findGenerations(client, indexPrefix, markers.resource);
    if (live === undefined) return restoreAll(restoration, found, lock);
    const uuid = await uuidOf(client, live);
    const isSameIndex = uuid !== undefined && uuid === restoration.markersUuid;
    return restoreInto(restoration, live, found, { isSameIndex, ...restoration }, lock);
  };
  if (isDry) return work();
  const lock = await acquireLock(client, indexPrefix, markers.resource, lockOptions(restoration));
  try {
    return await work(lock);
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/** Into an index of their own, which is live once it is whole. */
async function restoreAll(
  restoration: MarkerRestoration,
  found: AsyncIterable<BuiltMarker>,
  lock: Lock | undefined,
): Promise<RestoredMarkers> {
  const { client, indexPrefix } = restoration.context;
  const circumstances = { isSameIndex: false, rebuild: true };
  if (lock === undefined) return restoreInto(restoration, undefined, found, circumstances, lock);
  await clearRemains(restoration.context);
  const index = generationIndex(indexPrefix, markers.resource, new Date());
  const settings = await acceptedSettings(client, {
    ...markers.settings,
    auto_expand_replicas: '0-1',
  });
  const mappings = { ...markers.mappings, _meta: { [RESTORING]: true } };
  try {
    const made = { index, mappings, ...(settings && { settings }) };
    await client.indices.create(made).catch((error: unknown) => {
      // By an attempt whose answer was lost: remains were cleared, under the lock.
      if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    });
    const counts = await restoreInto(restoration, index, found, circumstances, lock);
    if (counts.found === 0) {
      await client.indices.delete({ index });
      return counts;
    }
    await client.indices.putMapping({ index, _meta: {} });
    await lock.assertHeld();
    await client.indices.putAlias({ index, name: liveAlias(indexPrefix, markers.resource) });
    return counts;
  } catch (error) {
    // An interruption does not end that.
    await deleteRemains(restoration.context, markers.resource, index, ONCE).catch(() => undefined);
    throw error;
  }
}

/** Deletes what a restoration that was killed has left behind. */
async function clearRemains(context: Context): Promise<void> {
  const { client, indexPrefix } = context;
  const { remains } = await findGenerations(client, indexPrefix, markers.resource);
  for (const index of remains)
    if (RESTORING in (await readMeta(client, index)))
      await deleteRemains(context, markers.resource, index);
}

type Write = [estypes.BulkOperationContainer, MarkerDocument];

async function restoreInto(
  restoration: MarkerRestoration,
  index: string | undefined,
  found: AsyncIterable<BuiltMarker>,
  circumstances: Circumstances,
  lock: Lock | undefined,
): Promise<RestoredMarkers> {
  const { context, progress, signal, isDry } = restoration;
  const { client } = context;
  const counts: RestoredMarkers = { ...nothingRestored(), cleared: 0 };
  let isNoted: (() => Promise<void>) | undefined;
  progress.start('markers');
  for await (const batch of batched(found, BATCH)) {
    signal.throwIfAborted();
    counts.found += batch.length;
    for (let left = batch; left.length > 0;) {
      const live = index === undefined ? [] : await readMarkers(restoration, index, left);
      const writes: { marker: BuiltMarker; write: Write; isNew: boolean }[] = [];
      for (const [at, marker] of left.entries()) {
        const now = live[at];
        const decision = decide(marker, now?.document, circumstances);
        if (decision === 'write') {
          writes.push({ marker, write: writeOf(marker, now), isNew: now === undefined });
        } else if (decision === 'same') counts.same += 1;
        else {
          counts.left += 1;
          if (decision === 'cleared') counts.cleared += 1;
        }
      }
      counts.restored += writes.length;
      if (isDry || index === undefined) break;
      await lock?.assertHeld();
      if (writes.some(({ isNew }) => isNew)) isNoted ??= await beginAdding(client, index);
      const late = await bulkWrites(restoration, index, writes.map(({ write }) => write)); // prettier-ignore
      counts.restored -= late.length;
      left = writes.filter((_, at) => late.includes(at)).map(({ marker }) => marker);
    }
    progress.update(counts.found);
  }
  progress.stop();
  if (index !== undefined && !isDry) await client.indices.refresh({ index });
  await isNoted?.();
  return counts;
}

interface Live {
  document: MarkerDocument;
  version: { if_seq_no: number; if_primary_term: number };
}

async function readMarkers(
  restoration: Restoration,
  index: string,
  wanted: readonly BuiltMarker[],
): Promise<(Live | undefined)[]> {
  const ids = wanted.map(({ id }) => id);
  const stored = await readLive<MarkerDocument>(restoration, index, ids);
  return stored.map((each) => {
    const { _source: document, _seq_no: if_seq_no, _primary_term: if_primary_term } = each;
    if (document === undefined || if_seq_no === undefined || if_primary_term === undefined)
      return undefined;
    return { document, version: { if_seq_no, if_primary_term } };
  });
}

/** Where the marker stands is what the ingestion says by now. */
function writeOf(marker: BuiltMarker, live: Live | undefined): Write {
  if (live === undefined) return [{ create: { _id: marker.id } }, marker];
  const { season, icon, skin } = marker;
  const action = { index: { _id: marker.id, ...live.version } };
  return [action, { ...live.document, season, icon, skin }];
}

/**
 * Tells all API processes that there will be more markers than they have counted.
 * @returns what tells them that there are
 */
async function beginAdding(client: Client, index: string): Promise<() => Promise<void>> {
  const meta = await readMeta(client, index);
  const provenance = readProvenance(meta);
  if (provenance === undefined) return () => Promise.resolve();
  // Without the stamp: the next ingestion compares the markers with the places.
  const notes = omit(meta, [PROVENANCE, 'code', 'definition', 'recipe']);
  await client.indices.putMapping({ index, _meta: notes });
  return async () => {
    const again = { ...provenance, live: new Date().toISOString() };
    await client.indices.putMapping({ index, _meta: { ...notes, [PROVENANCE]: again } });
  };
}
