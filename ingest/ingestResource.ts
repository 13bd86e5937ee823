import type { Context, Resource } from './resource.js';
import { load, type LoadReport } from './load.js';
import {
  clearRemains,
  createGeneration,
  findGenerations,
  promote,
  sealGeneration,
} from './generation.js';
import { acquireLock } from './lock.js';
import { describeReject } from './outcome.js';
import type { Progress } from './progress.js';

/** The share of rows that must be in the index; the rest may be rejects. */
const MINIMUM_INDEXED_SHARE = 0.999;
/** A generation smaller than this share of the live one is taken for a broken source. */
const MINIMUM_SHARE_OF_LIVE = 0.9;

export interface IngestOptions {
  progress: Progress;
  signal?: AbortSignal;
  /** Let a generation go live that is much smaller than the one that is live. */
  allowShrink?: boolean;
}

export interface IngestReport extends LoadReport {
  index: string;
  durationMs: number;
}

/**
 * Writes a new generation of a resource and makes it live once it is complete and has passed its
 * gate. When anything fails before that, what was live stays live and the new index is deleted.
 * @throws with what failed and what to do; the live generation is untouched then.
 */
export async function ingestResource<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  { progress, signal, allowShrink = false }: IngestOptions,
): Promise<IngestReport> {
  const { client, indexPrefix } = context;
  const name = resource.definition.resource;
  const begun = performance.now();
  const lock = await acquireLock(client, indexPrefix, name);
  let index: string | undefined;
  try {
    for (const remains of await clearRemains(client, indexPrefix, name)) {
      progress.note(`deleted ${remains}, left behind by a run that did not finish`);
    }
    const run = await resource.begin(context);
    index = await createGeneration(client, indexPrefix, resource.definition);
    progress.start(name, run.expectedRows);
    const report = await load(client, run.outcomes, {
      index,
      onProgress: (rows) => {
        progress.update(rows);
      },
      ...(signal ? { signal } : {}),
    });
    progress.stop();
    for (const reject of report.rejects) progress.note(`rejected ${describeReject(reject)}`);
    progress.note('merging, checking');
    await sealGeneration(client, index);
    const complaints = [
      ...checkShare(report),
      ...(await checkCount(context, name, index, report, allowShrink)),
      ...(await run.gate(index)),
    ];
    if (complaints.length > 0) {
      throw new Error(
        `The new generation of ${name} did not pass its gate:\n- ${complaints.join('\n- ')}`,
      );
    }
    signal?.throwIfAborted();
    await run.beforePromotion?.(index);
    await lock.assertHeld();
    await promote(client, indexPrefix, name, index);
    return { ...report, index, durationMs: performance.now() - begun };
  } catch (error) {
    progress.stop();
    if (index !== undefined) await discard(context, name, index, progress);
    throw error;
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/** Deletes the index of a failed run, unless it went live after all (its answer was lost). */
async function discard(
  context: Context,
  name: string,
  index: string,
  progress: Progress,
): Promise<void> {
  try {
    const { remains } = await findGenerations(context.client, context.indexPrefix, name);
    if (remains.includes(index)) await context.client.indices.delete({ index });
  } catch {
    progress.note(`could not delete ${index}; the next run will`);
  }
}

function checkShare({ rows, indexed, rejects }: LoadReport): string[] {
  if (rows > 0 && indexed / rows >= MINIMUM_INDEXED_SHARE) return [];
  const first = rejects[0] ? `; the first reject: ${describeReject(rejects[0])}` : '';
  return [`only ${indexed} of ${rows} rows could be indexed, 99.9 % are needed${first}`];
}

async function checkCount(
  { client, indexPrefix }: Context,
  name: string,
  index: string,
  report: LoadReport,
  allowShrink: boolean,
): Promise<string[]> {
  const complaints: string[] = [];
  const { count } = await client.count({ index });
  if (count !== report.indexed) {
    complaints.push(`${index} holds ${count} documents, though ${report.indexed} were written`);
  }
  const { live } = await findGenerations(client, indexPrefix, name);
  if (live !== undefined && !allowShrink) {
    const before = await client.count({ index: live });
    if (count < before.count * MINIMUM_SHARE_OF_LIVE) {
      complaints.push(
        `it has ${count} documents, the live one ${before.count}; if that is right, use --allow-shrink`,
      );
    }
  }
  return complaints;
}
