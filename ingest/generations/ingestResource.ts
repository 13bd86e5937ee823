import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { counted } from '../../core/cli/counted.js';
import { RefusedError } from '../../core/cli/failure.js';
import type { Counts, Source } from '../../indices/provenance.js';
import { load, type LoadingOptions } from '../load/load.js';
import { describeReason, type ReasonCount } from '../load/rejects.js';
import {
  addReplicas,
  copyGeneration,
  createGeneration,
  sealGeneration,
  settingsOf,
} from './creation.js';
import { type Changes, compareGenerations, describeChanges } from './diff.js';
import { checkGeneration, readCount } from './gate.js';
import { clearLeftovers, findGenerations } from './generation.js';
import { acquireLock, type Lock } from './lock.js';
import { assertSearchable, hold, promote, storeIds } from './promotion.js';
import { heldNote, provenanceOf, remember } from './provenance.js';
import type { Context, Resource, Tolerance } from './resource.js';

/**
 * The end of a complete generation: it is promoted; or held until a person decides; or compared with
 * the live one and deleted.
 */
export type Ending = 'live' | 'held' | 'dry';

/** Facts of a step, known as far as it came. */
export interface Detail {
  /** The generation that was made, or the markers that were updated in place. */
  index?: string;
  counts?: Counts;
  sources?: readonly Source[];
  /** Rejected rows by reason. */
  rejects?: readonly ReasonCount[];
  /** Why the data is refused. */
  complaints?: readonly string[];
  changes?: Pick<Changes, 'counts' | 'fields' | 'examples'>;
}

export interface IngestOptions extends LoadingOptions, Tolerance {
  /** Absent: the generation is promoted. */
  ending?: Ending;
  /**
   * Receives the end of a dry run, which deletes its generation and releases the lock: until then,
   * other resources may be made from the generation. Absent: that is done at once.
   */
  atEnd?: (work: () => Promise<void>) => void | Promise<void>;
  /** The share of rows that may be rejected. */
  maxRejects?: number | undefined;
  /** Accept what is implausible about the rows. */
  isTrusted?: boolean | undefined;
  /** The live generation may be one of other sources. Remembered by a held one. */
  replaceSource?: boolean | undefined;
  /** Lists the probes that the new generation answers wrongly. */
  probe?: (index: string) => Promise<string[]>;
  /** Gets the facts of the step, as soon as they are known. */
  detail?: Detail;
  /**
   * Called under the lock, when nobody else changes what is live.
   * @throws if the live generation must not be replaced
   */
  beforeReplacing?: () => Promise<void>;
}

/** A generation that was made, and the facts of its making. */
export interface IngestReport extends Detail {
  index: string;
  counts: Counts;
  durationMs: number;
  /** The generation that was held before, and was deleted. */
  replacedHeld?: string | undefined;
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
  const { ending, progress, signal, detail = {} } = options;
  const { atEnd = (work: () => Promise<void>) => work() } = options;
  const begun = performance.now();
  const lock = await acquireLock(context, resource.definition.resource, options);
  let isLockKept = false;
  try {
    await options.beforeReplacing?.();
    for (const leftover of await clearLeftovers(context, resource)) {
      progress.note(`deleted ${leftover}, which an unfinished run had left`);
    }
    const made = await makeGeneration(context, resource, lock, { ...options, detail });
    if (ending === 'dry') {
      isLockKept = true;
      await atEnd(async () => {
        const patience = signal?.aborted === true ? ONCE : undefined;
        await discard(context, resource, made.index, options, patience);
        await lock.release();
      });
    }
    detail.index = made.index;
    return { ...detail, ...made, durationMs: performance.now() - begun };
  } catch (error) {
    progress.stop();
    signal?.throwIfAborted();
    throw error;
  } finally {
    if (!isLockKept) await lock.release();
  }
}

async function makeGeneration<Document extends { id: string }>(
  context: Context,
  resource: Resource<Document>,
  lock: Lock,
  options: IngestOptions & { detail: Detail },
): Promise<Pick<IngestReport, 'index' | 'counts' | 'replacedHeld'>> {
  const { client } = context;
  const { progress, signal, ending, detail } = options;
  const name = resource.definition.resource;
  const begun = new Date();
  const run = await resource.begin(context);
  const { copy, copy: { kept = 0 } = {} } = run;
  // Few documents were added to a copy, and the others are merged.
  const definition = copy ? { ...resource.definition, merge: false } : resource.definition;
  signal?.throwIfAborted();
  const { live } = await findGenerations(context, name);
  const index = copy
    ? await copyGeneration(context, resource, copy)
    : await createGeneration(context, resource);
  try {
    const loaded = await load(client, { definition, index, run }, options);
    const { rows, indexed, rejected, reasons: rejects } = loaded;
    const counts = { rows: rows + kept, indexed: indexed + kept, rejected };
    const sources = (await resource.sources?.()) ?? [];
    Object.assign(detail, { counts, rejects, sources } satisfies Detail);
    for (const note of run.notes?.() ?? []) progress.note(note);
    if (definition.merge) progress.note('merging');
    await sealGeneration(client, index, definition);
    progress.note('checking');
    // Data that replaces that of other sources has other ids.
    const made = { name, index, sources: options.replaceSource ? [] : sources };
    const complaints = [
      ...(await checkGeneration(context, { ...options, ...made, report: loaded, kept })),
      ...(await run.gate(index)),
      ...(options.isTrusted
        ? []
        : (run.doubts?.() ?? []).map(
            (doubt) =>
              `${doubt}. If the data is right, set checks.${name}.plausibility to false in the sources file`,
          )),
      ...((await options.probe?.(index)) ?? []),
    ];
    detail.complaints = complaints;
    if (ending === 'dry') {
      progress.note('comparing with what is live');
      const isReadable = live === undefined || (await readCount(client, live)) !== undefined;
      if (isReadable) detail.changes = await compareGenerations(client, live, index, copy?.changed);
      return { index, counts };
    }
    if (complaints.length > 0) {
      throw new RefusedError(
        `The new generation of ${name} did not pass its gate:\n- ${complaints.join('\n- ')}`,
      );
    }
    await addReplicas(client, index, settingsOf(context, name).replicas, options);
    signal?.throwIfAborted();
    await lock.assertHeld();
    if (ending !== 'held') await assertSearchable(client, index);
    let notes = {};
    if (ending === 'held') {
      const { live: beside } = await findGenerations(context, name);
      notes = heldNote(beside, options.replaceSource);
    }
    const provenance = await provenanceOf(resource, counts, begun);
    await remember(client, index, provenance, resource, notes);
    await lock.assertHeld();
    if (ending === 'held') return { index, counts, replacedHeld: await hold(context, name, index) };
    await promote(context, name, index);
    await storeIds(run.afterPromotion?.(index), progress);
    return { index, counts };
  } catch (error) {
    await discard(context, resource, index, options, ONCE);
    throw error;
  }
}

/** Deletes the index of a failed or dry run, unless it was promoted after all and the answer lost. */
async function discard(
  context: Context,
  resource: Pick<Resource, 'definition' | 'assertDiscardable'>,
  index: string,
  { progress }: IngestOptions,
  options: TransportRequestOptions | undefined,
): Promise<void> {
  try {
    await clearLeftovers(context, resource, index, options);
  } catch {
    progress.note(`could not delete ${index}; the next run will`);
  }
}

/**
 * Ingests a resource of which each run makes a generation.
 * @returns lines for a person; the first one follows the resource's name
 */
export async function ingestGeneration(
  context: Context,
  resource: Resource,
  options: IngestOptions,
): Promise<readonly string[]> {
  const report = await ingestResource(context, resource, options);
  return describeReport(resource.definition.resource, report, options.ending);
}

function describeReport(name: string, report: IngestReport, ending: Ending = 'live'): string[] {
  const { index, counts, durationMs, replacedHeld, complaints = [], rejects = [] } = report;
  const { rejected } = counts;
  const documents = counted(counts.indexed, 'document');
  const after = `after ${(durationMs / 1000).toFixed(1)} s`;
  const rejections = rejected > 0 ? `, ${counted(rejected, 'row')} rejected` : '';
  if (ending === 'dry') {
    const [changes, ...examples] = report.changes
      ? describeChanges(report.changes)
      : ['the live generation cannot be read to compare'];
    const head = `dry run: ${documents} ${after}: ${changes}${rejections}`;
    const reasons = rejects.map((each) => `  ${describeReason(each)}`);
    return [head, ...examples, ...reasons, ...complaints.map(describeComplaint)];
  }
  if (ending === 'live') return [`${documents} live in ${index} ${after}${rejections}`];
  return [
    `${documents} held in ${index} ${after}${rejections}; \`npm run ingest -- promote ${name}\` makes them live, \`diff ${name}\` compares them with the live ones, \`discard ${name}\` deletes them`,
    ...(replacedHeld ? [`  ${replacedHeld}, which was held before, was deleted`] : []),
  ];
}

/** Returns the line of a dry run that says why the data would be refused. */
export function describeComplaint(complaint: string): string {
  return `  would be refused: ${complaint}`;
}
