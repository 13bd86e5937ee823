import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { omit } from 'es-toolkit/object';
import { counted } from '../../core/cli/counted.js';
import { RefusedError } from '../../core/cli/failure.js';
import { invocation } from '../../core/cli/invocation.js';
import { describeSeconds, type Progress } from '../../core/cli/progress.js';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { retrying } from '../../core/elasticsearch/retry.js';
import { readRun, type RunDocument, runs } from '../../indices/runs.js';
import { PROCESS_ID } from '../../core/processes.js';
import { VERSION } from '../../core/version.js';
import { describeWarnings } from '../generations/checks/values.js';
import { isAtWork } from '../generations/lock.js';
import type { Detail } from '../generations/ingestResource.js';
import type { Context } from '../generations/resource.js';

const KEPT_DAYS = 400;
/** Old entries deleted with each new one: far more than are added. */
const DELETED_AT_ONCE = 1_000;
/** A history that cannot be written must not delay a run for long. */
const ONCE = { maxRetries: 0, requestTimeout: 10_000 };
const END_WITHIN_MS = 30_000;
/** Longer reasons are cut; `--json` shows all of them. */
const MAX_LINES = 6;
const MAX_CHARACTERS = 300;

/** The part of an entry that is not the same for a whole process, and details for the report. */
export interface Entry extends Pick<RunDocument, 'begun' | 'resource' | 'kind' | 'reason'>, Detail {
  /** `left`: nothing was done. Only the report of the run says so. */
  outcome: RunDocument['outcome'] | 'left';
}

/** Adds an entry to the history, or replaces the one with this id. Does not fail. */
export type AddEntry = (entry: Entry, id?: string) => Promise<void>;

/** Returns a function that adds an entry and deletes old ones. A failure is shown as a note. */
export function recorder({ client, indexPrefix }: Context, progress: Progress): AddEntry {
  const command = invocation().args.join(' ');
  const index = liveAlias(indexPrefix, runs.resource);
  const once = client.child(ONCE);
  const here = { command, host: hostname(), process: PROCESS_ID, version: VERSION };
  const record = async ({ outcome, ...entry }: Entry, id: string): Promise<void> => {
    if (outcome === 'left') return;
    await ensureIndex(once, index, runs.mappings);
    const facts = { ...omit(entry, ['rejects', 'complaints', 'changes']), outcome, ...here };
    if (outcome === 'running') {
      // A late write must not replace the end.
      await once.create({ index, id, document: facts, refresh: true });
      return;
    }
    const document: RunDocument = { ...facts, outcome, ended: new Date().toISOString() };
    await once.index({ index, id, document, refresh: true });
    // The clock of Elasticsearch counts, because the one of this machine may be wrong.
    const old = { lt: `now-${KEPT_DAYS}d` };
    const { hits } = await once.search({
      index,
      query: { bool: { should: [{ range: { ended: old } }, { range: { begun: old } }] } },
      size: DELETED_AT_ONCE,
      _source: false,
    });
    const operations = hits.hits.map(({ _id: id }) => ({ delete: { _id: id } }));
    if (operations.length > 0) await once.bulk({ index, operations });
  };
  /** The ids of entries in the history. */
  const written = new Set<string>();
  return (entry, id = randomUUID()) => {
    const waiting = { progress, signal: AbortSignal.timeout(END_WITHIN_MS) };
    // Without its end, a run that is over would be shown as killed.
    const isWaitedFor = (): boolean => written.has(id);
    return retrying(waiting, () => record(entry, id), isWaitedFor).then(
      () => void written.add(id),
      (error: unknown) => {
        progress.note(`the history could not be written: ${messageOf(error)}`);
      },
    );
  };
}

/**
 * Does some work on resources. Adds to the history of each that it began, and then how it ended.
 * @param work completes the entries, one for each resource. If it fails, those after the first without counts
 * had not begun, unless the resources are changed in one step
 */
export async function recorded(
  addEntry: AddEntry,
  resources: readonly string[],
  { signal, areOne = false }: { signal: AbortSignal | undefined; areOne?: boolean },
  work: (entries: readonly Entry[]) => Promise<void>,
): Promise<void> {
  const begun = new Date().toISOString();
  const ids = resources.map(() => randomUUID());
  const entries = resources.map((resource): Entry => ({ begun, resource, outcome: 'done' }));
  for (const [at, entry] of entries.entries())
    await addEntry({ ...entry, outcome: 'running' }, ids[at]);
  try {
    await work(entries);
  } catch (error) {
    const failed = error instanceof RefusedError ? 'refused' : 'failed';
    for (const [at, entry] of entries.entries()) {
      entry.outcome = signal?.aborted === true ? 'interrupted' : failed;
      if (!areOne && at > 0 && entry.counts === undefined) entry.outcome = 'skipped';
      entry.reason = messageOf(error);
    }
    throw error;
  } finally {
    for (const [at, entry] of entries.entries()) await addEntry(entry, ids[at]);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the latest entries, the latest first. Those of processes that are gone are `killed`. Elasticsearch numbers the
 * writes of its entries, because the clocks of two machines may differ.
 */
export async function readHistory(
  context: Context,
  { resource, limit }: { resource?: string | undefined; limit: number },
): Promise<RunDocument[]> {
  const { client, indexPrefix } = context;
  const { hits } = await client.search({
    index: liveAlias(indexPrefix, runs.resource),
    query: resource === undefined ? { exists: { field: 'begun' } } : { term: { resource } },
    // A person may have made the index, without a mapping.
    sort: [{ _seq_no: { order: 'desc', unmapped_type: 'long' } }],
    size: limit,
    // The first entry creates it.
    ignore_unavailable: true,
  });
  const entries = hits.hits.flatMap(({ _source: entry }) => readRun(entry) ?? []);
  return Promise.all(
    entries.map(async (entry) => {
      const isLatest = entries.find((each) => each.resource === entry.resource) === entry;
      const isKilled = entry.outcome === 'running' && !(await isAtWork(context, entry, isLatest));
      return isKilled ? { ...entry, outcome: 'killed' as const } : entry;
    }),
  );
}

/** Describes an entry of the history in lines. */
export function describeRun(entry: RunDocument): string[] {
  const { begun, ended, resource, outcome, counts, reason = '', command, host, index } = entry;
  const seconds = (Date.parse(ended ?? begun) - Date.parse(begun)) / 1_000;
  const after = ended === undefined ? '' : ` after ${describeSeconds(seconds)}`;
  const documents = counts
    ? `, ${counted(counts.indexed, 'document')} of ${counted(counts.rows, 'row')}, ${counts.rejected} rejected`
    : '';
  const lines = reason.split('\n').filter((line) => line !== '');
  const more = lines.length - MAX_LINES;
  return [
    `${begun} ${resource}: ${outcome}${after}${documents}`,
    `  by \`${command}\` on ${host}, version ${entry.version}${index === undefined ? '' : `: ${index}`}`,
    ...lines
      .slice(0, MAX_LINES)
      .map(
        (line) => `  ${line.slice(0, MAX_CHARACTERS)}${line.length > MAX_CHARACTERS ? '…' : ''}`,
      ),
    ...describeWarnings(entry.values, outcome === 'refused'),
    ...(more > 0 ? [`  and ${counted(more, 'more line')}: --json`] : []),
  ];
}
