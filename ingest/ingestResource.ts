import type { Context, Resource } from './resource.js';
import { checkGeneration } from './gate.js';
import {
  clearRemains,
  createGeneration,
  deleteRemains,
  findGenerations,
  loadingAlias,
  remember,
  sealGeneration,
  withoutReplicas,
} from './generation.js';
import { load, type LoadReport } from './load.js';
import { acquireLock, type Lock, lockOptions } from './lock.js';
import { describeReject } from './outcome.js';
import type { Progress } from './progress.js';
import { promote } from './promotion.js';
import { provenanceOf } from './provenance.js';
import { copy, replicasOf } from './replicas.js';
import { patienceOf } from './retry.js';

export interface IngestOptions {
  progress: Progress;
  signal?: AbortSignal;
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
}

/**
 * Writes a new generation of a resource and makes it live once it is complete and has passed its
 * gate. When anything fails before that, what was live stays live and the new index is deleted.
 * Bulks are sent until Elasticsearch takes them; other requests are as patient as the client is.
 * @throws with what failed and what to do; on abort, the signal's reason
 */
export async function ingestResource<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  options: IngestOptions,
): Promise<IngestReport> {
  const { client, indexPrefix } = context;
  const name = resource.definition.resource;
  const begun = performance.now();
  const lock = await acquireLock(client, indexPrefix, name, lockOptions(options));
  try {
    await options.beforeReplacing?.();
    for (const remains of await clearRemains(context, resource)) {
      options.progress.note(`deleted ${remains}, left behind by a run that did not finish`);
    }
    const { index, report } = await makeGeneration(context, resource, lock, options);
    return { ...report, index, durationMs: performance.now() - begun };
  } catch (error) {
    options.progress.stop();
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await lock.release().catch(() => undefined);
  }
}

async function makeGeneration<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  lock: Lock,
  { progress, signal, allowShrink = false }: IngestOptions,
): Promise<{ index: string; report: LoadReport }> {
  const { client, indexPrefix } = context;
  const name = resource.definition.resource;
  const begun = new Date();
  const run = await resource.begin(context);
  signal?.throwIfAborted();
  const index = await createGeneration(client, indexPrefix, resource);
  try {
    const replicas = await withoutReplicas(client, index);
    progress.start(name, run.expectedRows);
    const report = await load(client, run.outcomes, {
      index,
      alias: loadingAlias(index),
      onProgress: (rows) => {
        progress.update(rows);
      },
      patience: patienceOf({ progress, signal }),
    });
    progress.complete();
    noteRejects(report, progress);
    progress.note('checking');
    await sealGeneration(client, index, resource.definition);
    const complaints = [
      ...(await checkGeneration(context, { name, index, report, allowShrink })),
      ...(await run.gate(index)),
    ];
    if (complaints.length > 0) {
      throw new Error(
        `The new generation of ${name} did not pass its gate:\n- ${complaints.join('\n- ')}`,
      );
    }
    const { live } = await findGenerations(client, indexPrefix, name);
    const chosen = live === undefined ? replicas : await replicasOf(client, live);
    await copy(client, index, chosen, { progress, signal });
    signal?.throwIfAborted();
    await lock.assertHeld();
    await run.beforePromotion?.(index);
    await remember(client, index, provenanceOf(resource, report, begun), resource);
    await lock.assertHeld();
    await promote(client, indexPrefix, name, index);
    return { index, report };
  } catch (error) {
    await discard(context, resource, index, progress);
    throw error;
  }
}

function noteRejects({ rejected, rejects }: LoadReport, progress: Progress): void {
  for (const reject of rejects) progress.note(`rejected ${describeReject(reject)}`);
  if (rejected > rejects.length) progress.note(`and ${rejected - rejects.length} more rejects`);
}

/** Deletes the index of a failed run, unless it went live after all (its answer was lost). */
async function discard(
  context: Context,
  { definition, assertDiscardable }: Pick<Resource, 'definition' | 'assertDiscardable'>,
  index: string,
  progress: Progress,
): Promise<void> {
  try {
    const { client, indexPrefix } = context;
    // Once only: when Elasticsearch stayed away through all retries, nobody wants to wait again.
    const once = { maxRetries: 0 };
    const { remains } = await findGenerations(client, indexPrefix, definition.resource, once);
    if (!remains.includes(index)) return;
    await assertDiscardable?.(context, index, once);
    await deleteRemains(context, definition.resource, index, once);
  } catch {
    progress.note(`could not delete ${index}; the next run will`);
  }
}
