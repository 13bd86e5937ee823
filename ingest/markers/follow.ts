import type { Client } from '@elastic/elasticsearch';
import { pick } from 'es-toolkit/object';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { PROVENANCE } from '../../indices/definition.js';
import { markers } from '../../indices/markers.js';
import type { RememberedOptions, Source } from '../../indices/provenance.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import type { Lock } from '../generations/lock.js';
import { provenanceOf, readMeta, remember } from '../generations/provenance.js';
import type { Context, Resource } from '../generations/resource.js';
import { type MarkerCounts, synchronize } from './synchronize.js';

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
 * Makes live markers follow a generation of places, in place.
 * @param lock of the markers
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
      // The next run must know that an unfinished rollback is one.
      notes: isRollback ? { [ROLLBACK]: from } : {},
      assertHeld: (request) => lock.assertHeld(request),
    });
    await lock.assertHeld();
    const inputs = madeFrom(from, currentSeason === undefined ? {} : { currentSeason });
    const rows = counts.created + counts.updated + counts.unchanged;
    const indexed = rows + counts.kept;
    const provenance = provenanceOf(inputs, { rows, indexed, rejected: 0 }, begun);
    // While markers without a place are kept, a later run has something to do.
    await remember(client, index, provenance, counts.kept === 0 ? inputs : undefined);
    return { index, indexed, ...counts };
  } catch (error) {
    progress.stop();
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Notes that a rollback is about to make these places live. The markers are out of date until they
 * have followed.
 */
export async function noteRollback(client: Client, index: string, places: string): Promise<void> {
  const provenance = pick(await readMeta(client, index), [PROVENANCE]);
  await client.indices.putMapping({ index, _meta: { ...provenance, [ROLLBACK]: places } });
}

/** Returns the places of an unfinished rollback. */
export async function readRollback(client: Client, index: string): Promise<unknown> {
  return (await readMeta(client, index))[ROLLBACK];
}

/** Says that the places were promoted, and how to let the markers follow them. */
export function notFollowing(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The markers do not follow the places yet: ${reason}\nTo complete it: \`npm run ingest -- markers\`.`,
    { cause: error },
  );
}
