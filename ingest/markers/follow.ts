import type { Client } from '@elastic/elasticsearch';
import { pick } from 'es-toolkit/object';
import { RefusedError } from '../../core/cli/failure.js';
import type { Progress } from '../../core/cli/progress.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { PROVENANCE } from '../../indices/definition.js';
import { markers } from '../../indices/markers.js';
import type { RememberedOptions, Source } from '../../indices/provenance.js';
import { findGenerations } from '../generations/generation.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { type Lock, withLock } from '../generations/lock.js';
import {
  assertSearchable,
  assertStillLive,
  findSwap,
  type PinOption,
  swapBack,
} from '../generations/promotion.js';
import { provenanceOf, readMeta, remember } from '../generations/provenance.js';
import type { Context, Resource } from '../generations/resource.js';
import { previewChanges } from './preview.js';
import { beginInPlace, type MarkerCounts, synchronize } from './synchronize.js';

/** The member of the `_meta` of the markers with the places of an unfinished rollback. */
const ROLLBACK = 'rollback';

export interface MarkerOptions extends IngestOptions {
  /** A marker without a place that was last built in an older season is removed, too. */
  currentSeason?: number | undefined;
}

export interface MarkerReport extends MarkerCounts {
  index: string;
  /** The number of all markers now. */
  indexed: number;
}

/** Returns what markers are made from: if other places are live, they are out of date. */
export function madeFrom(
  generation: string,
  options: RememberedOptions = {},
): Pick<Resource, 'definition' | 'recipe' | 'sources' | 'options'> {
  const sources = (): Source[] => [{ generation }];
  return { definition: markers, recipe: { places: generation }, sources, options };
}

/**
 * Makes live markers follow a generation of places, in place. Everything is compared and checked before
 * the first write.
 * @param lock of the markers
 * @throws if too many markers would be removed; no changes were made then
 */
export async function follow(
  context: Context,
  { places: from, markers: index }: { places: string; markers: string },
  lock: Lock,
  options: MarkerOptions,
): Promise<MarkerReport> {
  const { client, indexPrefix } = context;
  const { progress, signal, allowShrink = false, currentSeason } = options;
  const begun = new Date();
  const comparison = { client, places: from, markers: index, currentSeason, progress };
  const isRollback = (await readRollback(client, index)) === from;
  const mayShrink = allowShrink || isRollback;
  try {
    const planned = await previewChanges(comparison, mayShrink);
    if (planned.complaints.length > 0)
      throw new RefusedError(`No changes were made: ${planned.complaints.join('\n')}.`);
    await lock.assertHeld();
    // The next run must know that an unfinished rollback is one.
    await beginInPlace(client, index, isRollback ? { [ROLLBACK]: from } : {});
    const counts = await synchronize(comparison, planned, {
      progress,
      signal,
      client,
      index,
      alias: liveAlias(indexPrefix, markers.resource),
      // A run that has lost its lock writes nothing more. Not retried by itself: the attempt is.
      beforeAttempt: () => lock.assertHeld({ maxRetries: 0, ...(signal && { signal }) }),
    });
    await lock.assertHeld();
    const inputs = madeFrom(from, currentSeason === undefined ? {} : { currentSeason });
    const rows = counts.created + counts.updated + counts.unchanged;
    const indexed = rows + counts.kept;
    const provenance = await provenanceOf(inputs, { rows, indexed, rejected: 0 }, begun);
    // While markers without a place are kept, a later run has something to do.
    await remember(client, index, provenance, counts.kept === 0 ? inputs : undefined);
    return { index, indexed, ...counts };
  } catch (error) {
    progress.stop();
    signal?.throwIfAborted();
    throw error;
  }
}

/** Returns the places of an unfinished rollback. */
async function readRollback(client: Client, index: string): Promise<unknown> {
  return (await readMeta(client, index))[ROLLBACK];
}

/** @throws if the work fails: the places were promoted, and how to let the markers follow them */
export async function following<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The markers do not follow the places yet: ${reason}\nTo complete it: \`npm run ingest -- markers\`.`,
      { cause: error },
    );
  });
}

/**
 * Makes the previous generation of places live again, and lets the markers follow it, in place. What
 * is built stays. An interrupted rollback is completed by the next one, not undone.
 * @param options `say` shows a person what was done
 * @throws if there is no previous generation, or an ingestion of places or markers is running
 */
export async function rollbackPlaces(
  context: Context,
  { progress, say, pin }: { progress: Progress; say: (text: string) => void } & PinOption,
): Promise<void> {
  const { live: seen } = await findGenerations(context, 'places');
  await withLock(context, 'places', { progress }, (placesLock) =>
    withLock(context, 'markers', { progress }, async (markersLock) => {
      await assertStillLive(context, 'places', seen);
      await placesLock.assertHeld();
      await markersLock.assertHeld();
      const { live: index } = await findGenerations(context, 'markers');
      let places = seen;
      if (seen && index && (await readRollback(context.client, index)) === seen)
        say(`places: an unfinished rollback has made ${seen} live already; the markers follow`);
      else {
        const swap = await findSwap(context, 'places');
        await prepareRollback(context.client, swap.previous, index);
        await swapBack(context, 'places', swap, { pin });
        places = swap.previous;
        const completing = '; the markers follow. If this is interrupted, `npm run ingest -- markers` completes it'; // prettier-ignore
        say(
          `places: live is ${places} again; ${swap.live} is kept as the previous one${index ? completing : ''}`,
        );
      }
      if (index === undefined || places === undefined) return;
      const options = { progress, allowShrink: true };
      const { created, updated, removed, kept } = await following(
        follow(context, { places, markers: index }, markersLock, options),
      );
      say(
        `markers: follow them: ${created} created, ${updated} updated, ${removed} removed, ${kept} without a place kept`,
      );
    }),
  );
}

/**
 * Marks the markers as out of date until they have followed.
 * @throws if the places or the markers cannot be read
 */
async function prepareRollback(
  client: Client,
  previous: string,
  index: string | undefined,
): Promise<void> {
  for (const each of index === undefined ? [previous] : [previous, index]) {
    await assertSearchable(client, each);
  }
  if (index === undefined) return;
  const provenance = pick(await readMeta(client, index), [PROVENANCE]);
  await client.indices.putMapping({ index, _meta: { ...provenance, [ROLLBACK]: previous } });
}
