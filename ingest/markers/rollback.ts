import { withLock } from '../generations/lock.js';
import type { Progress } from '../../core/cli/progress.js';
import { findGenerations } from '../generations/generation.js';
import { assertStillLive, readBoth, swapBack } from '../generations/promotion.js';
import type { Context } from '../generations/resource.js';
import { follow, noteRollback, notFollowing, readRollback } from './follow.js';

export interface RollbackOptions {
  progress: Progress;
  /** Shows a person what was done. */
  say: (text: string) => void;
}

/**
 * Makes the previous generation of places live again, and lets the markers follow it, in place. What
 * is built stays. An interrupted rollback is completed by the next one, not undone.
 * @throws if there is no previous generation, or an ingestion of places or markers is running
 */
export async function rollbackPlaces(context: Context, options: RollbackOptions): Promise<void> {
  const { progress, say } = options;
  const { live: seen } = await findGenerations(context, 'places');
  await withLock(context, 'places', { progress }, (placesLock) =>
    withLock(context, 'markers', { progress }, async (markersLock) => {
      await assertStillLive(context, 'places', seen);
      await placesLock.assertHeld();
      await markersLock.assertHeld();
      const { live: markers } = await findGenerations(context, 'markers');
      const places = await swapPlaces(context, { live: seen, markers }, say);
      if (markers === undefined) return;
      const { created, updated, removed, kept } = await follow(
        context,
        { places, markers },
        markersLock,
        { progress, allowShrink: true },
      ).catch((error: unknown) => {
        throw notFollowing(error);
      });
      say(
        `markers: follow them: ${created} created, ${updated} updated, ${removed} removed, ${kept} without a place kept`,
      );
    }),
  );
}

/** Returns the places that are live then. */
async function swapPlaces(
  context: Context,
  { live, markers }: { live: string | undefined; markers: string | undefined },
  say: RollbackOptions['say'],
): Promise<string> {
  const { client } = context;
  if (live !== undefined && markers !== undefined) {
    if ((await readRollback(client, markers)) === live) {
      say(`places: an unfinished rollback has made ${live} live already; the markers follow`);
      return live;
    }
  }
  const generations = await readBoth(context, 'places');
  for (const index of [generations.previous, ...(markers === undefined ? [] : [markers])]) {
    await client.count({ index }).catch((error: unknown) => {
      throw new Error(
        `${index} cannot be read. No changes were made. Open it (POST /${index}/_open), or see the cluster health.`,
        { cause: error },
      );
    });
  }
  if (markers !== undefined) await noteRollback(client, markers, generations.previous);
  await swapBack(context, 'places', generations);
  const followers =
    markers === undefined
      ? ''
      : '; the markers follow. If this is interrupted, `npm run ingest -- markers` completes it';
  say(
    `places: live is ${generations.previous} again; ${generations.live} is kept as the previous one${followers}`,
  );
  return generations.previous;
}
