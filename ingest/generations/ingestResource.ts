import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { RefusedError } from '../../core/cli/failure.js';
import type { Provenance } from '../../indices/provenance.js';
import { load, type LoadingOptions, type LoadReport } from '../load/load.js';
import { addReplicas, createGeneration, removeReplicas, sealGeneration } from './creation.js';
import { type Changes, compareGenerations } from './diff.js';
import { type Digests, DIGESTS } from './digests.js';
import { checkGeneration, readCount } from './gate.js';
import { clearLeftovers, deleteLeftover, findGenerations } from './generation.js';
import { acquireLock, type Lock } from './lock.js';
import { hold, promote } from './promotion.js';
import { heldNote, provenanceOf, remember } from './provenance.js';
import type { Context, Resource } from './resource.js';

/**
 * What happens to a complete generation: it is promoted; or held until a person decides; or compared
 * with the live one and deleted.
 */
export type Ending = 'live' | 'held' | 'dry';

export interface IngestOptions extends LoadingOptions {
  /** Absent: the generation is promoted. */
  ending?: Ending;
  /**
   * Receives the end of a dry run, which deletes its generation and releases the lock: until then,
   * other resources may be made from the generation. Absent: that is done at once.
   */
  atEnd?: (work: () => Promise<void>) => void | Promise<void>;
  /** The share of rows that may be rejected. */
  maxRejects?: number | undefined;
  /** Lists the probes that the new generation answers wrongly. */
  probe?: (index: string) => Promise<string[]>;
  /** Promote a generation that is much smaller than the live one. */
  allowShrink?: boolean;
  /**
   * Called under the lock, when nobody else changes what is live.
   * @throws if the live generation must not be replaced
   */
  beforeReplacing?: () => Promise<void>;
}

export interface IngestReport extends LoadReport {
  index: string;
  durationMs: number;
  provenance: Provenance;
  /** The generation that was held before, and was deleted. */
  replacedHeld?: string;
  dry?: DryReport;
}

/** What would have happened, had the run not been a dry one. */
export interface DryReport {
  /** Why the generation would be refused. If there are none, it would be promoted. */
  complaints: readonly string[];
  /** Undefined if the live generation cannot be read. */
  changes: Changes | undefined;
}

/** After Elasticsearch stayed away through all retries, nobody wants to wait again. */
const ONCE: TransportRequestOptions = { maxRetries: 0 };

/**
 * Makes a new generation of a resource: creates an index, loads it, and checks it at the gate. Then
 * promotes or holds it, or reports on a dry run. If anything fails before promotion, the live
 * generation stays live and the new index is deleted.
 * @throws with what failed and what to do; on abort, the signal's reason
 */
export async function ingestResource<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  options: IngestOptions,
): Promise<IngestReport> {
  const { ending = 'live', progress, atEnd = runNow } = options;
  const begun = performance.now();
  const lock = await acquireLock(context, resource.definition.resource, options);
  const release = () => lock.release().catch(() => undefined);
  let isLockKept = false;
  try {
    await options.beforeReplacing?.();
    for (const leftover of await clearLeftovers(context, resource)) {
      progress.note(`deleted ${leftover}, which an unfinished run had left`);
    }
    const made = await makeGeneration(context, resource, lock, options);
    if (ending === 'dry') {
      isLockKept = true;
      await atEnd(async () => {
        const patience = options.signal?.aborted === true ? ONCE : undefined;
        await discard(context, resource, made.index, options, patience);
        await release();
      });
    }
    return { ...made, durationMs: performance.now() - begun };
  } catch (error) {
    progress.stop();
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    if (!isLockKept) await release();
  }
}

function runNow(work: () => Promise<void>): Promise<void> {
  return work();
}

async function makeGeneration<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  lock: Lock,
  options: IngestOptions,
): Promise<Omit<IngestReport, 'durationMs'>> {
  const { client } = context;
  const { progress, signal, allowShrink = false, maxRejects, ending = 'live' } = options;
  const { definition } = resource;
  const name = definition.resource;
  const begun = new Date();
  const run = await resource.begin(context);
  signal?.throwIfAborted();
  const { live } = await findGenerations(context, name);
  const index = await createGeneration(context, resource);
  try {
    const replicas = await removeReplicas(client, index, live);
    const { report, digests } = await load(client, { definition, index, run }, options);
    const notes = Object.keys(digests).length > 0 ? { [DIGESTS]: digests } : {};
    for (const note of run.notes?.() ?? []) progress.note(note);
    progress.note('checking');
    await sealGeneration(client, index, definition);
    const complaints = [
      ...(await checkGeneration(context, { name, index, report, allowShrink, maxRejects })),
      ...(await run.gate(index)),
      ...((await options.probe?.(index)) ?? []),
    ];
    if (ending === 'dry') {
      progress.note('comparing with what is live');
      const changes = await compareWithLive(context, name, index, digests);
      const provenance = provenanceOf(resource, report, begun);
      return { ...report, index, provenance, dry: { complaints, changes } };
    }
    if (complaints.length > 0) {
      throw new RefusedError(
        `The new generation of ${name} did not pass its gate:\n- ${complaints.join('\n- ')}`,
      );
    }
    await addReplicas(client, index, replicas, options);
    signal?.throwIfAborted();
    await lock.assertHeld();
    if (ending === 'held') {
      const provenance = provenanceOf(resource, report, begun);
      const { live: beside } = await findGenerations(context, name);
      const note = heldNote({ beside, allowShrink });
      await remember(client, index, provenance, resource, { ...notes, ...note });
      await lock.assertHeld();
      const replacedHeld = await hold(context, name, index);
      return { ...report, index, provenance, ...(replacedHeld && { replacedHeld }) };
    }
    await run.beforePromotion?.(index);
    const provenance = provenanceOf(resource, report, begun);
    await remember(client, index, provenance, resource, notes);
    await lock.assertHeld();
    await promote(context, name, index);
    return { ...report, index, provenance };
  } catch (error) {
    await discard(context, resource, index, options, ONCE);
    throw error;
  }
}

async function compareWithLive(
  context: Context,
  name: string,
  index: string,
  digests: Digests,
): Promise<Changes | undefined> {
  const { live } = await findGenerations(context, name);
  const isReadable = live === undefined || (await readCount(context.client, live)) !== undefined;
  return isReadable ? compareGenerations(context.client, live, index, digests) : undefined;
}

/** Deletes the index of a failed or dry run, unless it was promoted after all and the answer lost. */
async function discard(
  context: Context,
  { definition, assertDiscardable }: Pick<Resource, 'definition' | 'assertDiscardable'>,
  index: string,
  { progress }: IngestOptions,
  options: TransportRequestOptions | undefined,
): Promise<void> {
  try {
    const { leftovers } = await findGenerations(context, definition.resource, options);
    if (!leftovers.includes(index)) return;
    await assertDiscardable?.(context, index, options);
    await deleteLeftover(context, definition.resource, index, options);
  } catch {
    progress.note(`could not delete ${index}; the next run will`);
  }
}
