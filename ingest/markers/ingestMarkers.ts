import type { Client } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { markers } from '../../indices/markers.js';
import { places } from '../../indices/places.js';
import {
  beginInPlace,
  findGenerations,
  isCurrent,
  readMeta,
  remember,
} from '../generations/generation.js';
import { ingestResource, type IngestOptions } from '../generations/ingestResource.js';
import { acquireLock, type Lock, lockOptions } from '../generations/lock.js';
import { provenanceOf } from '../generations/provenance.js';
import type { Context } from '../generations/resource.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { firstMarkers, madeFrom } from './firstGeneration.js';
import { type MarkerCounts, synchronize } from './synchronize.js';

export interface MarkerOptions extends IngestOptions {
  /** A marker without a place that was last built in an older season is removed, too. */
  currentSeason?: number;
}

export interface MarkerReport extends MarkerCounts {
  index: string;
  /** All that there are now. */
  indexed: number;
  durationMs: number;
}

/**
 * Makes the markers follow the live places: as a generation when there are none yet, else in place.
 * Built states are never changed, whatever the game writes meanwhile.
 * @throws with what failed and what to do; on abort, the signal's reason
 */
export async function ingestMarkers(
  context: Context,
  options: MarkerOptions,
): Promise<MarkerReport> {
  const { client, indexPrefix } = context;
  const begun = performance.now();
  const livePlaces = (await findGenerations(client, indexPrefix, places.resource)).live;
  if (livePlaces === undefined) {
    throw new Error('There are no places yet that markers could stand for: ingest places first.');
  }
  const { live } = await findGenerations(client, indexPrefix, markers.resource);
  const made =
    live === undefined
      ? await make(context, livePlaces, options)
      : await keepUp(context, livePlaces, live, options);
  return { ...made, durationMs: performance.now() - begun };
}

/** Tells whether the live markers are those of the live places, made by this very code. */
export async function markersAreCurrent({ client, indexPrefix }: Context): Promise<boolean> {
  const { live } = await findGenerations(client, indexPrefix, places.resource);
  return live !== undefined && isCurrent(client, indexPrefix, madeFrom(live));
}

/** The places that a rollback has begun to make live, in the `_meta` of the markers. */
const ROLLBACK = 'rollback';

/** Notes that a rollback is about to make these places live, and the markers follow them. */
export async function noteRollback(client: Client, index: string, to: string): Promise<void> {
  const { provenance } = await readMeta(client, index);
  // Without the digests: markers are out of date until they have followed.
  const kept = provenance === undefined ? {} : { provenance };
  await client.indices.putMapping({ index, _meta: { ...kept, [ROLLBACK]: to } });
}

/** Returns the places of a rollback that the markers have not followed yet. */
export async function readRollback(client: Client, index: string): Promise<unknown> {
  return (await readMeta(client, index))[ROLLBACK];
}

type Made = Omit<MarkerReport, 'durationMs'>;

async function make(context: Context, from: string, options: MarkerOptions): Promise<Made> {
  const target = { client: context.client, ...patienceOf(options) };
  const resource = firstMarkers(from, target);
  const { index, indexed } = await ingestResource(context, resource, options);
  return { index, indexed, created: indexed, updated: 0, unchanged: 0, removed: 0, kept: 0 };
}

async function keepUp(
  context: Context,
  from: string,
  index: string,
  options: MarkerOptions,
): Promise<Made> {
  const { client, indexPrefix } = context;
  const lock = await acquireLock(client, indexPrefix, markers.resource, lockOptions(options));
  try {
    // A rollback, which the lock was waited for, may have made others live.
    const { live = from } = await findGenerations(client, indexPrefix, places.resource);
    return await follow(context, { places: live, markers: index }, lock, options);
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/**
 * Makes live markers follow a generation of places, in place.
 * @param lock of the markers
 */
export async function follow(
  context: Context,
  { places: from, markers: index }: { places: string; markers: string },
  lock: Lock,
  options: MarkerOptions,
): Promise<Made> {
  const { client, indexPrefix } = context;
  const { progress, signal, allowShrink = false, currentSeason } = options;
  const begun = new Date();
  const isRollback = (await readRollback(client, index)) === from;
  try {
    const counts = await synchronize({
      target: { client, ...patienceOf(options) },
      places: from,
      markers: index,
      alias: liveAlias(indexPrefix, markers.resource),
      currentSeason,
      allowShrink: allowShrink || isRollback,
      progress,
      assertHeld: (request) => lock.assertHeld(request),
      // A rollback that does not end must be known for one until the markers have followed it.
      begin: () => beginInPlace(client, index, markers, isRollback ? { [ROLLBACK]: from } : {}),
    });
    await lock.assertHeld();
    const made = madeFrom(from, currentSeason === undefined ? {} : { currentSeason });
    const { created, updated, unchanged, kept } = counts;
    const rows = created + updated + unchanged;
    const provenance = provenanceOf(made, { rows, indexed: rows + kept, rejected: 0 }, begun);
    // While markers without a place are left, a later run has something to do.
    await remember(client, index, provenance, kept === 0 ? made : undefined);
    return { index, indexed: rows + kept, ...counts };
  } catch (error) {
    progress.stop();
    signal?.throwIfAborted();
    throw error;
  }
}
