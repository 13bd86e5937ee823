import type { Client } from '@elastic/elasticsearch';
import type { IndexDefinition } from '../../indices/definition.js';
import { DigestTaker } from '../generations/digests.js';
import { loadingAlias } from '../generations/generation.js';
import { load, type LoadReport } from './load.js';
import { describeReject } from './outcome.js';
import type { Progress } from '../../core/cli/progress.js';
import { RejectsFile } from './rejects/rejectsFile.js';
import type { Run } from '../generations/resource.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';

export interface LoadingOptions {
  progress: Progress;
  signal?: AbortSignal;
  /** Where refused rows are written; absent: nowhere. */
  rejectsFolder?: string | undefined;
}

/** A new generation, and the rows that are to be written to it. */
export interface Loading<Document extends { id: string }> {
  definition: IndexDefinition;
  index: string;
  run: Run<Document>;
}

export interface Loaded {
  report: LoadReport;
  /** The file with the refused rows, where there is one. */
  rejectsFile: string | undefined;
  /** What the index is to remember of documents that cannot be read back. */
  notes: Record<string, unknown>;
}

/**
 * Writes the rows of a run to its index, tells how far it is, and keeps what was refused.
 * @throws as `load` does
 */
export async function loadRows<Document extends { id: string }>(
  client: Client,
  { definition, index, run }: Loading<Document>,
  { progress, signal, rejectsFolder }: LoadingOptions,
): Promise<Loaded> {
  const { resource: name, digested = [] } = definition;
  const taker = new DigestTaker(digested);
  const file =
    rejectsFolder === undefined
      ? undefined
      : new RejectsFile(rejectsFolder, name, index, (text) => {
          progress.note(text);
        });
  progress.start(name, run.expectedRows, run.expectedBytes);
  try {
    const report = await load(client, taker.passing(run.outcomes), {
      index,
      alias: loadingAlias(index),
      onProgress: (rows) => {
        progress.update(rows, run.bytesRead?.());
      },
      onReject: (reject) => file?.add(reject),
      patience: patienceOf({ progress, signal }),
    });
    progress.complete();
    const rejectsFile = file?.close();
    noteRejects(
      report,
      rejectsFile === undefined ? undefined : { path: rejectsFile, rows: file?.rows ?? 0 },
      progress,
    );
    return { report, rejectsFile, notes: taker.notes() };
  } finally {
    // Those of a load that failed help to find out why.
    const path = file?.close();
    if (path !== undefined) progress.note(`the refused rows so far are in ${path}`);
  }
}

function noteRejects(
  { rejected, rejects, reasons }: LoadReport,
  file: { path: string; rows: number } | undefined,
  progress: Progress,
): void {
  if (rejected === 0) return;
  for (const reject of rejects) progress.note(`rejected ${describeReject(reject)}`);
  if (rejected > rejects.length) progress.note(`and ${rejected - rejects.length} more rejects`);
  const counts = reasons.map(({ reason, count }) => `${count} × ${reason}`).join('; ');
  const kept = file?.rows === rejected ? 'all of them' : `the first ${file?.rows ?? 0}`;
  progress.note(
    `${rejected} rows rejected: ${counts}${file ? `; ${kept} are in ${file.path}` : ''}`,
  );
}
