import type { Client } from '@elastic/elasticsearch';
import { sumBy } from 'es-toolkit/math';
import { counted } from '../../core/cli/counted.js';
import type { Progress } from '../../core/cli/progress.js';
import { creation, deletion, type Rows } from './batches.js';
import {
  countExpected,
  type ExpectedCount,
  type ExpectedRejects,
  lostSources,
  describeReason,
  type ReasonCount,
  Reasons,
} from './reasons.js';
import type { Reject } from './outcome.js';
import { bounded, RejectsFile } from './rejects.js';
import { sendAll } from './bulk.js';

/** Reasons that are shown with examples. */
const MAX_REASONS = 10;

export interface LoadReport {
  rows: number;
  indexed: number;
  rejected: number;
  first?: Reject | undefined;
  /** All rejects, counted by reason. */
  reasons: readonly ReasonCount[];
  /** Rejects that the mappings expect, by reason. */
  expected: readonly ExpectedCount[];
  /** Faults of sources that lost all of their rows. */
  lost: readonly string[];
}

export interface LoadingOptions {
  progress: Progress;
  signal?: AbortSignal;
  /** The folder for rejected rows; if absent they are not written. */
  rejectsFolder?: string | undefined;
}

/** The index that rows are written to. */
export interface Sink {
  client: Client;
  resource: string;
  index: string;
  /** The alias that bulks are written through, so that they never create a deleted index again. */
  alias: string;
  /** Ids that are deleted first from a copy of an index. Absent: the index is empty. */
  without?: readonly string[] | undefined;
}

/** Rows to load, and what is known of them. */
export interface Loading<Document extends { id: string }> {
  /** Rows in the source, if known: the end of the progress bar. */
  expectedRows?: number;
  /** The size of its files as they are stored: the end of the progress bar if the rows are not known. */
  expectedBytes?: number;
  /** Bytes read so far, in all readings. */
  bytesRead?(): number;
  /** Returns the rejects that are not a fault, once all rows were read. */
  expected?(): readonly ExpectedRejects[];
  outcomes: Rows<Document>;
}

/**
 * Writes rows to an index, in concurrent bulks, with bounded memory. Shows the progress.
 * Rows without a document, and documents that Elasticsearch rejects, are counted, reported and written
 * to a file. (The client's own bulk helper does not say which row a rejected document came from.)
 * @throws when Elasticsearch stays away through all retries, when the source fails, or on abort
 */
export async function load<Document extends { id: string }>(
  { resource, without, ...sink }: Sink,
  run: Loading<Document>,
  { progress, signal, rejectsFolder }: LoadingOptions,
): Promise<LoadReport> {
  const note = (text: string): void => {
    progress.note(text);
  };
  const file = rejectsFolder === undefined ? undefined : new RejectsFile(rejectsFolder, resource, sink.index, note); // prettier-ignore
  const report = { rows: 0, indexed: 0, rejected: 0 };
  const reasons = new Reasons();
  let first: Reject | undefined;
  let rowsRead = 0;
  const reject = (row: Reject): void => {
    const rejected = bounded(row);
    report.rejected += 1;
    report.rows += 1;
    reasons.add(rejected);
    first ??= rejected;
    file?.add(rejected);
  };
  const target = { ...sink, progress, signal };
  // In earlier readings of the source.
  const bytesBefore = run.bytesRead?.() ?? 0;
  const bytesRead = () => run.bytesRead && Math.round(run.bytesRead() - bytesBefore);
  progress.start(resource, run.expectedRows, run.expectedBytes);
  try {
    await sendAll(target, { items: without ?? [], toAction: deletion, onSent: () => undefined });
    await sendAll(target, {
      items: run.outcomes,
      // The documents of a copy have other versions.
      toAction: (outcome) => creation(outcome, without ? undefined : rowsRead++, reject),
      onSent(actions, rejections) {
        for (const { action, reason } of rejections) reject({ ...action.origin, reason });
        const indexed = actions.length - rejections.length;
        report.indexed += indexed;
        report.rows += indexed;
        progress.update(report.rows, bytesRead());
      },
    });
    progress.complete();
    const sources = run.expected?.() ?? [];
    const lost = lostSources(sources, reasons);
    const expected = countExpected(sources, reasons);
    const loaded = { ...report, first, reasons: reasons.counts(), expected, lost };
    noteRejects(loaded, file, note);
    return loaded;
  } catch (error) {
    // They help to find out why it failed.
    if (file && file.rows > 0) note(`The rejected rows so far are in ${file.paths()}.`);
    throw error;
  }
}

function noteRejects(
  { rejected, reasons, expected }: LoadReport,
  file: RejectsFile | undefined,
  note: (text: string) => void,
): void {
  if (rejected > 0) {
    for (const each of reasons.slice(0, MAX_REASONS)) note(describeReason(each));
    const more = reasons.slice(MAX_REASONS);
    const others = more.length > 0 ? `, ${sumBy(more, ({ count }) => count)} of them for ${counted(more.length, 'other reason')}` : ''; // prettier-ignore
    const { rows = 0 } = file ?? {};
    const written = rows === rejected ? 'all of them' : `the first ${rows}`;
    const where = file && rows > 0 ? `; ${written} are in ${file.paths()}` : '';
    note(`${counted(rejected, 'row')} rejected${others}${where}`);
  }
  for (const { text } of expected) note(text);
}
