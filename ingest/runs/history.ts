import { hostname } from 'node:os';
import { RefusedError } from '../../core/cli/failure.js';
import { describeSeconds, type Progress } from '../../core/cli/progress.js';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { readRun, type RunDocument, runs } from '../../indices/runs.js';
import { VERSION } from '../../core/version.js';
import type { Detail } from '../generations/ingestResource.js';
import type { Context } from '../generations/resource.js';

const KEPT_DAYS = 400;
/** Old entries deleted with each new one: far more than are added. */
const DELETED_AT_ONCE = 1_000;
/** A history that cannot be written must not delay the end of a run. */
const ONCE = { maxRetries: 0, requestTimeout: 10_000 };
/** Longer reasons are cut; `--json` shows all of them. */
const MAX_LINES = 6;
const MAX_CHARACTERS = 300;

/** The part of an entry that is not the same for a whole process. */
export interface Entry extends Omit<
  RunDocument,
  'outcome' | 'ended' | 'host' | 'version' | 'command'
> {
  /** `left`: nothing was done, and the history need not tell of it. */
  outcome: RunDocument['outcome'] | 'left';
  /** Not in the history, but for its counts and sources. */
  detail?: Detail;
}

/** Adds an entry to the history. Does not fail. */
export type AddEntry = (entry: Entry) => Promise<void>;

/** Returns a function that adds an entry and deletes old ones. A failure is shown as a note. */
export function recorder({ client, indexPrefix }: Context, progress: Progress): AddEntry {
  const command = process.argv.slice(2).join(' ');
  const index = liveAlias(indexPrefix, runs.resource);
  const once = client.child(ONCE);
  const record = async ({ detail = {}, outcome, ...entry }: Entry): Promise<void> => {
    if (outcome === 'left') return;
    await ensureIndex(once, index, runs.mappings);
    const here = { command, host: hostname(), version: VERSION };
    const { counts, sources } = detail;
    const facts = { ...(counts && { counts }), ...(sources && { sources }), ...entry, outcome };
    const document: RunDocument = { ...facts, ended: new Date().toISOString(), ...here };
    await once.index({ index, document, refresh: true });
    const { hits } = await once.search({
      index,
      // The clock of Elasticsearch counts, because the one of this machine may be wrong.
      query: { range: { ended: { lt: `now-${KEPT_DAYS}d` } } },
      size: DELETED_AT_ONCE,
      _source: false,
    });
    const operations = hits.hits.map(({ _id: id }) => ({ delete: { _id: id } }));
    if (operations.length > 0) await once.bulk({ index, operations });
  };
  return (entry) =>
    record(entry).catch((error: unknown) => {
      progress.note(`the history could not be written: ${messageOf(error)}`);
    });
}

/**
 * Does some work on a resource and adds to the history how it ended. If the work returns nothing, it
 * adds no entry.
 */
export async function recorded<Result extends Partial<Entry> | undefined>(
  addEntry: AddEntry,
  resource: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const entry = { begun: new Date().toISOString(), resource };
  try {
    const result = await work();
    if (result !== undefined) await addEntry({ ...entry, outcome: 'done', ...result });
    return result;
  } catch (error) {
    const failed = error instanceof RefusedError ? 'refused' : 'failed';
    const outcome = signal?.aborted === true ? 'interrupted' : failed;
    await addEntry({ ...entry, outcome, reason: messageOf(error) });
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the latest entries, the latest first. */
export async function readHistory(
  { client, indexPrefix }: Context,
  { resource, limit }: { resource?: string | undefined; limit: number },
): Promise<RunDocument[]> {
  const { hits } = await client.search({
    index: liveAlias(indexPrefix, runs.resource),
    query: resource === undefined ? { exists: { field: 'ended' } } : { term: { resource } },
    sort: [{ ended: { order: 'desc', unmapped_type: 'date' } }],
    size: limit,
    // The first entry creates it.
    ignore_unavailable: true,
  });
  return hits.hits.flatMap(({ _source: entry }) => readRun(entry) ?? []);
}

/** Describes an entry of the history in lines. */
export function describeRun(entry: RunDocument): string[] {
  const { begun, ended, resource, outcome, counts, reason = '', command, host, index } = entry;
  const seconds = (Date.parse(ended) - Date.parse(begun)) / 1_000;
  const documents = counts
    ? `, ${counts.indexed} documents of ${counts.rows} rows, ${counts.rejected} rejected`
    : '';
  const lines = reason.split('\n').filter((line) => line !== '');
  const more = lines.length - MAX_LINES;
  return [
    `${begun} ${resource}: ${outcome} after ${describeSeconds(seconds)}${documents}`,
    `  by \`${command}\` on ${host}, version ${entry.version}${index === undefined ? '' : `: ${index}`}`,
    ...lines
      .slice(0, MAX_LINES)
      .map(
        (line) => `  ${line.slice(0, MAX_CHARACTERS)}${line.length > MAX_CHARACTERS ? '…' : ''}`,
      ),
    ...(more > 0 ? [`  and ${more} more lines: --json`] : []),
  ];
}
