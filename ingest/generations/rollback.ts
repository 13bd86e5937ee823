import { findGenerations } from './generation.js';
import { acquireLock, lockOptions } from './lock.js';
import { follow, noteRollback, readRollback } from '../markers/ingestMarkers.js';
import { notFollowing } from '../markers/notFollowing.js';
import type { Progress } from '../../core/cli/progress.js';
import { assertStillLive, generationsToSwitch, switchBack } from './promotion.js';
import type { Context } from './resource.js';

export interface Rollback {
  progress: Progress;
  /** Tells a person what was done. */
  say: (text: string) => void;
}

/**
 * Makes the previous generation of places live again, and lets the markers follow it, in place:
 * what is built stays. One that was interrupted in between is completed, not undone, by the next.
 * @throws when there is no previous generation, or an ingestion of one of them is running
 */
export async function rollbackPlaces(context: Context, { progress, say }: Rollback): Promise<void> {
  const { client, indexPrefix } = context;
  const options = lockOptions({ progress });
  const { live: seen } = await findGenerations(client, indexPrefix, 'places');
  const placesLock = await acquireLock(client, indexPrefix, 'places', options);
  try {
    const markersLock = await acquireLock(client, indexPrefix, 'markers', options);
    try {
      await assertStillLive(client, indexPrefix, 'places', seen);
      await placesLock.assertHeld();
      await markersLock.assertHeld();
      const { live: markers } = await findGenerations(client, indexPrefix, 'markers');
      const places = await switchPlaces(context, { present: seen, markers }, say);
      if (markers === undefined) return;
      const counts = await follow(context, { places, markers }, markersLock, {
        progress,
        allowShrink: true,
      }).catch((error: unknown) => {
        throw notFollowing(error);
      });
      const { created, updated, removed, kept } = counts;
      say(
        `markers: follow them: ${created} created, ${updated} updated, ${removed} removed, ${kept} without a place kept`,
      );
    } finally {
      await markersLock.release().catch(() => undefined);
    }
  } finally {
    await placesLock.release().catch(() => undefined);
  }
}

/** @returns the places that are live then */
async function switchPlaces(
  { client, indexPrefix }: Context,
  { present, markers }: { present: string | undefined; markers: string | undefined },
  say: Rollback['say'],
): Promise<string> {
  const begun = markers && (await readRollback(client, markers));
  if (present !== undefined && begun === present) {
    say(`places: live is ${present} already, by a rollback that has not ended; the markers follow`);
    return present;
  }
  const generations = await generationsToSwitch(client, indexPrefix, 'places');
  const { live, previous } = generations;
  // Markers could not follow places that cannot be read, and none can follow that cannot be.
  for (const index of [previous, ...(markers === undefined ? [] : [markers])]) {
    await client.count({ index }).catch((error: unknown) => {
      throw new Error(
        `${index} cannot be read; nothing was changed. Open it (POST /${index}/_open) or see the health of the cluster.`,
        { cause: error },
      );
    });
  }
  if (markers !== undefined) await noteRollback(client, markers, previous);
  await switchBack(client, indexPrefix, 'places', generations);
  const followers =
    markers === undefined
      ? ''
      : '; the markers follow. If this is interrupted, `npm run ingest -- markers` completes it';
  say(`places: live is ${previous} again; ${live} is kept as the previous one${followers}`);
  return previous;
}
