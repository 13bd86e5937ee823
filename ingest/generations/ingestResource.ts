import type { TransportRequestOptions } from '@elastic/elasticsearch';
import type { Provenance } from '../../indices/provenance.js';
import { type Changes, compareGenerations } from './diff/changes.js';
import { type Digests, digestsIn } from './diff/digests.js';
import { RefusedError } from '../../core/cli/failure.js';
import type { Context, Resource } from './resource.js';
import { checkGeneration, readCount } from './gate.js';
import { clearRemains, deleteRemains, findGenerations, remember } from './generation.js';
import type { LoadReport } from '../load/load.js';
import { heldNote } from './held/note.js';
import { type LoadingOptions, loadRows } from '../load/loadRows.js';
import { acquireLock, type Lock, lockOptions } from './lock.js';
import { createGeneration, LOADED, sealGeneration, withoutReplicas } from './newGeneration.js';
import type { Progress } from '../../core/cli/progress.js';
import { hold, promote } from './promotion.js';
import { provenanceOf } from './provenance.js';
import { copy, NO_REPLICAS, replicasOf, type Replicas } from './replicas.js';

/**
 * The fate of a generation that is complete: it goes live; or is kept until a person decides; or is
 * compared with what is live, and deleted.
 */
export type Ending = 'live' | 'held' | 'dry';

export interface IngestOptions extends LoadingOptions {
  /** Absent: it goes live. */
  ending?: Ending;
  /**
   * Takes the end of a dry run, by which its generation is deleted and its lock released, for others
   * may be made from it until then. Absent: that is done at once.
   */
  atEnd?: (work: () => Promise<void>) => void | Promise<void>;
  /** The share of rows that may be refused; absent: one of 1,000. */
  maxRejects?: number | undefined;
  /** Lists the faults that questions to the new generation have found. */
  ask?: (index: string) => Promise<string[]>;
  /** Let a generation go live that is much smaller than the one that is live. */
  allowShrink?: boolean;
  /**
   * Called under the lock, when nobody else changes what is live.
   * @throws when that must not be replaced
   */
  beforeReplacing?: () => Promise<void>;
}

export interface IngestReport extends LoadReport {
  index: string;
  durationMs: number;
  provenance: Provenance;
  /** The file with the refused rows, where there is one. */
  rejectsFile?: string;
  /** The generation that was held before, and is no more. */
  replacedHeld?: string;
  /** Of a dry run. */
  dry?: DryReport;
}

/** The outcome of a run, had it not been a dry one. */
export interface DryReport {
  /** Why the generation would not go live; none: it would. */
  complaints: readonly string[];
  /** Undefined where what is live cannot be read. */
  changes: Changes | undefined;
}

/**
 * Writes a new generation of a resource and makes it live, or holds it, once it is complete and has
 * passed its gate; of a dry run it tells what would have come of it. When anything fails before that,
 * what was live stays live and the new index is deleted. Bulks are sent until Elasticsearch takes them;
 * other requests are as patient as the client is.
 * @throws with what failed and what to do; on abort, the signal's reason
 */
export async function ingestResource<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  options: IngestOptions,
): Promise<IngestReport> {
  const { client, indexPrefix } = context;
  const name = resource.definition.resource;
  const { ending = 'live', progress, atEnd = atOnce } = options;
  const begun = performance.now();
  const lock = await acquireLock(client, indexPrefix, name, lockOptions(options));
  const release = () => lock.release().catch(() => undefined);
  let isKept = false;
  try {
    await options.beforeReplacing?.();
    for (const remains of await clearRemains(context, resource)) {
      progress.note(`deleted ${remains}, left behind by a run that did not finish`);
    }
    const made = await makeGeneration(context, resource, lock, options);
    if (ending === 'dry') {
      isKept = true;
      await atEnd(async () => {
        // Nothing has failed: it waits as all else does, unless nobody wants to wait any more.
        const patience = options.signal?.aborted === true ? ONCE : undefined;
        await discard(context, resource, made.index, progress, patience);
        await release();
      });
    }
    return { ...made, durationMs: performance.now() - begun };
  } catch (error) {
    progress.stop();
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    if (!isKept) await release();
  }
}

function atOnce(work: () => Promise<void>): Promise<void> {
  return work();
}

type Made = Omit<IngestReport, 'durationMs'>;

async function makeGeneration<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  lock: Lock,
  options: IngestOptions,
): Promise<Made> {
  const { client, indexPrefix } = context;
  const { progress, signal, allowShrink = false, maxRejects, ending = 'live' } = options;
  const name = resource.definition.resource;
  const begun = new Date();
  const run = await resource.begin(context);
  signal?.throwIfAborted();
  const { live } = await findGenerations(client, indexPrefix, name);
  const kept = live === undefined ? undefined : await replicasOf(client, live);
  const index = await createGeneration(client, indexPrefix, resource, kept && NO_REPLICAS);
  try {
    const replicas = kept ?? (await withoutReplicas(client, index));
    const { definition } = resource;
    const loaded = await loadRows(client, { definition, index, run }, options);
    const { report, rejectsFile, notes } = loaded;
    for (const note of run.notes?.() ?? []) progress.note(note);
    progress.note('checking');
    await sealGeneration(client, index, definition);
    const complaints = [
      ...(await checkGeneration(context, { name, index, report, allowShrink, maxRejects })),
      ...(await run.gate(index)),
      ...((await options.ask?.(index)) ?? []),
    ];
    const provenance = provenanceOf(resource, report, begun);
    const made: Made = { ...report, index, provenance, ...(rejectsFile && { rejectsFile }) };
    if (ending === 'dry') {
      progress.note('comparing with what is live');
      return {
        ...made,
        dry: { complaints, changes: await compareWithLive(context, name, index, digestsIn(notes)) },
      };
    }
    if (complaints.length > 0) {
      throw new RefusedError(
        `The new generation of ${name} did not pass its gate:\n- ${complaints.join('\n- ')}`,
      );
    }
    await finishSettings(context, { name, index, replicas }, options);
    signal?.throwIfAborted();
    await lock.assertHeld();
    if (ending === 'held') {
      const { live: beside } = await findGenerations(client, indexPrefix, name);
      await remember(client, index, provenance, resource, {
        ...notes,
        ...heldNote({ beside, allowShrink }),
      });
      await lock.assertHeld();
      const replacedHeld = await hold(context, name, index);
      return { ...made, ...(replacedHeld && { replacedHeld }) };
    }
    await run.beforePromotion?.(index);
    // It is live from now on, not since it was loaded.
    await remember(client, index, provenanceOf(resource, report, begun), resource, notes);
    await lock.assertHeld();
    await promote(client, indexPrefix, name, index);
    return made;
  } catch (error) {
    await discard(context, resource, index, progress, ONCE);
    throw error;
  }
}

/** Gives a generation that has passed its gate its replicas, and the settings of an index that is kept. */
async function finishSettings(
  { client, indexPrefix }: Context,
  { name, index, replicas }: { name: string; index: string; replicas: Replicas },
  { progress, signal }: IngestOptions,
): Promise<void> {
  const { live } = await findGenerations(client, indexPrefix, name);
  const chosen = live === undefined ? replicas : await replicasOf(client, live);
  await copy(client, index, chosen, { progress, settings: LOADED, signal });
}

async function compareWithLive(
  context: Context,
  name: string,
  index: string,
  digests: Digests,
): Promise<Changes | undefined> {
  const { client, indexPrefix } = context;
  const { live } = await findGenerations(client, indexPrefix, name);
  if (live !== undefined && (await readCount(context, live)) === undefined) return undefined;
  return compareGenerations(client, live, index, digests);
}

/** When Elasticsearch stayed away through all retries, nobody wants to wait again. */
const ONCE: TransportRequestOptions = { maxRetries: 0 };

/** Deletes the index of a failed or dry run, unless it went live after all (its answer was lost). */
async function discard(
  context: Context,
  { definition, assertDiscardable }: Pick<Resource, 'definition' | 'assertDiscardable'>,
  index: string,
  progress: Progress,
  options: TransportRequestOptions | undefined,
): Promise<void> {
  try {
    const { client, indexPrefix } = context;
    const { remains } = await findGenerations(client, indexPrefix, definition.resource, options);
    if (!remains.includes(index)) return;
    await assertDiscardable?.(context, index, options);
    await deleteRemains(context, definition.resource, index, options);
  } catch {
    progress.note(`could not delete ${index}; the next run will`);
  }
}
