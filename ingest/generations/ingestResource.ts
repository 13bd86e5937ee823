import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { RefusedError } from '../../core/cli/failure.js';
import type { Counts, Source } from '../../indices/provenance.js';
import { load, type LoadingOptions } from '../load/load.js';
import type { ReasonCount } from '../load/reasons.js';
import { type Findings, type Loaded, runChecks } from './checks/check.js';
import { CHECKS, liveToCompare } from './checks/checks.js';
import {
  addReplicas,
  copyGeneration,
  createGeneration,
  sealGeneration,
  settingsOf,
} from './creation.js';
import { type Changes, compareGenerations } from './diff.js';
import { findGenerations, loadingAlias } from './generation.js';
import { clearLeftovers } from './leftovers.js';
import { acquireLocks, type Lock } from './lock.js';
import { change, changesOf, hold, type Made, storeIds } from './promotion.js';
import { provenanceOf, writeNote } from './provenance.js';
import { assertReadable, readCount } from './readable.js';
import { type Context, madeTogether, type Resource, type Run, type Tolerance } from './resource.js'; // prettier-ignore

/**
 * The end of a complete generation: it is promoted; or held until a person decides; or compared with
 * the live one and deleted.
 */
export type Ending = 'live' | 'held' | 'dry';

/** The facts of a step that are known so far. */
export interface Detail extends Partial<Findings> {
  /** The generation that was made. */
  index?: string;
  counts?: Counts;
  sources?: readonly Source[];
  /** Rejected rows by reason. */
  rejects?: readonly ReasonCount[];
  /** The differences from the live generation. */
  changes?: Omit<Changes, 'from' | 'to'>;
}

export interface IngestOptions
  extends LoadingOptions, Tolerance, Pick<Loaded, 'maxRejects' | 'isTrusted' | 'probes'> {
  /** Default: the generation is promoted. */
  ending?: Ending;
  /** Compares the generation with the live one, by a sample if it is large. A dry run compares all documents. */
  isCompared?: boolean | undefined;
  /**
   * Receives the end of a dry run, which deletes its generation and releases the lock: until then,
   * other resources may be made from the generation. Default: that is done at once.
   */
  atEnd?: (work: () => Promise<void>) => void | Promise<void>;
  /** The live generation may be one of other sources. Remembered by a held one. */
  replaceSource?: boolean | undefined;
  /** Filled while the step runs. */
  detail?: Detail;
  /**
   * Called under the lock, when nobody else changes what is live.
   * @throws if the live generation must not be replaced
   */
  beforeReplacing?: () => Promise<void>;
}

/** A generation that was made. */
export interface IngestReport extends Detail {
  resource: string;
  index: string;
  counts: Counts;
  durationMs: number;
  /** The generation that was held before, and was deleted. */
  replacedHeld?: string | undefined;
}

/** A loaded generation that has passed its gate. */
interface Prepared {
  resource: Resource;
  options: IngestOptions;
  index: string;
  counts: Counts;
  run: Run<{ id: string }>;
  begun: Date;
  durationMs: number;
}

/** Documents whose content is compared: all would take a third of the time of a load, these take a twentieth. */
const SAMPLE = 10_000;
/** After Elasticsearch stayed away through all retries, the cleanup is not retried. */
const ONCE: TransportRequestOptions = { maxRetries: 0 };

/**
 * Makes a new generation of a resource: creates an index, loads it, and checks it at the gate. Then
 * promotes or holds it, or reports on a dry run. If anything fails before promotion, the live
 * generation stays live and the new index is deleted.
 * @param ofFollower options for the follower of the resource. Both are promoted or held in one atomic step
 * @returns a report for each resource
 * @throws with what failed and what to do; on abort, the signal's reason
 */
export async function ingestResource(
  context: Context,
  resource: Resource,
  options: IngestOptions,
  ofFollower?: IngestOptions,
): Promise<[IngestReport, ...IngestReport[]]> {
  const { ending = 'live', progress, signal } = options;
  const { atEnd = (work: () => Promise<void>) => work() } = options;
  const { resource: name } = resource.definition;
  const made: Prepared[] = [];
  let locks: Lock | undefined;
  let areLocksKept = false;

  async function prepare(of: Resource, given: IngestOptions): Promise<Prepared> {
    const begun = performance.now();
    await given.beforeReplacing?.();
    if (ending === 'live') await of.prepare?.(context, options);
    for (const leftover of await clearLeftovers(context, of)) {
      progress.note(`deleted ${leftover}, which an unfinished run had left`);
    }
    const generation = await makeGeneration(context, of, given);
    const durationMs = performance.now() - begun;
    const prepared = { resource: of, options: given, ...generation, durationMs };
    made.push(prepared);
    return prepared;
  }
  async function discardAll(requesting?: TransportRequestOptions): Promise<void> {
    for (const each of made) await discard(context, each.resource, each.index, options, requesting);
  }

  try {
    // All at once, because nobody wants to wait for a load that another run makes useless.
    locks = await acquireLocks(context, ofFollower ? madeTogether(name) : [name], options);
    const origin = await prepare(resource, { detail: {}, ...options });
    const follower = resource.follower?.({ index: origin.index, copy: origin.run.copy });
    if (ofFollower && follower) await prepare(follower, { detail: {}, ...ofFollower });
    let replaced: Made = {};
    if (ending === 'dry') {
      areLocksKept = true;
      await atEnd(async () => {
        await discardAll(signal?.aborted === true ? ONCE : undefined);
        await locks?.release();
      });
    } else {
      signal?.throwIfAborted();
      replaced = await end(context, made, locks, ending);
    }
    const reportOf = ({ resource: of, options: given, index, ...each }: Prepared): IngestReport => {
      const { resource: named } = of.definition;
      const detail = Object.assign(given.detail ?? {}, { index });
      const { counts, durationMs } = each;
      return { ...detail, resource: named, counts, durationMs, replacedHeld: replaced[named] };
    };
    return [reportOf(origin), ...made.slice(1).map(reportOf)];
  } catch (error) {
    progress.stop();
    await discardAll(ONCE);
    signal?.throwIfAborted();
    throw error;
  } finally {
    if (!areLocksKept) await locks?.release();
  }
}

/** @throws if the generation did not pass its gate, and this is no dry run */
async function makeGeneration(
  context: Context,
  resource: Resource,
  options: IngestOptions,
): Promise<Pick<Prepared, 'index' | 'counts' | 'run' | 'begun'>> {
  const { client } = context;
  const { progress, signal, ending, detail = {} } = options;
  const name = resource.definition.resource;
  const begun = new Date();
  const run = await resource.begin(context);
  const { copy, copy: { kept = 0 } = {} } = run;
  // Few documents were added to a copy, and the others are merged. Nobody searches what a dry run makes.
  const isUnmerged = copy !== undefined || ending === 'dry';
  const definition = isUnmerged ? { ...resource.definition, merge: false } : resource.definition;
  const failure = new AbortController();
  signal?.throwIfAborted();
  const { live } = await findGenerations(context, name);
  const index = copy
    ? await copyGeneration(context, resource, copy)
    : await createGeneration(context, resource);
  const sink = {
    client,
    resource: name,
    index,
    alias: loadingAlias(index),
    without: copy?.without,
  };
  try {
    const loaded = await load(sink, run, options);
    const { rows, indexed, rejected, reasons: rejects } = loaded;
    const counts = { rows: rows + kept, indexed: indexed + kept, rejected };
    const sources = (await resource.sources?.()) ?? [];
    Object.assign(detail, { counts, rejects, sources } satisfies Detail);
    for (const note of run.notes?.() ?? []) progress.note(note);
    const merged = await sealGeneration(client, index, definition, AbortSignal.any([failure.signal, ...(signal ? [signal] : [])])); // prettier-ignore
    progress.note(definition.merge ? 'merging and checking' : 'checking');
    const { notes, ...findings } = await runChecks(CHECKS, {
      ...options,
      ...{ context, name, index, report: loaded, kept, run },
      count: (await client.count({ index })).count,
      // Other sources have other ids, so the ids are not compared.
      sources: options.replaceSource ? [] : sources,
      options: resource.options,
      live: await liveToCompare(context, live, options),
    });
    const { complaints } = Object.assign(detail, findings);
    for (const note of notes) progress.note(note);
    if (ending === 'dry' || options.isCompared) {
      progress.note('comparing with what is live');
      const isReadable = live === undefined || (await readCount(client, live)) !== undefined;
      const most = ending === 'dry' || copy ? Infinity : SAMPLE;
      const wanted = { ids: copy?.changed, most };
      const comparing = isReadable && compareGenerations(client, live, index, wanted);
      // The data can be sound although it cannot be compared.
      const changes = await Promise.resolve(comparing).catch((error: unknown) => {
        signal?.throwIfAborted();
        progress.note(`not compared: ${error instanceof Error ? error.message : String(error)}`);
      });
      if (changes) detail.changes = changes;
    }
    if (ending === 'dry') return { index, counts, run, begun };
    if (complaints.length > 0)
      throw new RefusedError(
        `The new generation of ${name} did not pass its gate:\n- ${complaints.join('\n- ')}`,
      );
    // Replicas are copies of the segments.
    await merged();
    await addReplicas(client, index, settingsOf(context, name).replicas, options);
    return { index, counts, run, begun };
  } catch (error) {
    failure.abort(error);
    await discard(context, resource, index, options, ONCE);
    throw error;
  }
}

/**
 * Promotes or holds generations.
 * @returns the generations that were held before, and were deleted, by resource
 */
async function end(
  context: Context,
  all: readonly Prepared[],
  locks: Lock,
  ending: Ending,
): Promise<Made> {
  const { client } = context;
  await locks.assertHeld();
  for (const { resource, index, counts, begun, options } of all) {
    if (ending === 'live') await assertReadable(client, index);
    const { live: beside } = await findGenerations(context, resource.definition.resource);
    await writeNote(client, index, resource, {
      ...(ending === 'held' && { beside, replaceSource: options.replaceSource }),
      state: ending === 'held' ? 'held' : 'live',
      provenance: await provenanceOf(resource, counts, begun),
    });
  }
  await locks.assertHeld();
  const made = all.map(({ resource, index }) => [resource.definition.resource, index]);
  const generations = Object.fromEntries(made) as Made;
  if (ending === 'held') return hold(context, generations);
  await change(context, changesOf(all[0]?.resource.isAnew ? 'renew' : 'replace', generations));
  for (const { run, index, options } of all)
    await storeIds(run.afterPromotion?.(index), options.progress);
  return {};
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
