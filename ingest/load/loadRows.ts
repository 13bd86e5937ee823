import type { Client } from '@elastic/elasticsearch';
import type { IndexDefinition } from '../../indices/definition.js';
import { type Digests, digesting } from '../generations/digests.js';
import { loadingAlias } from '../generations/generation.js';
import { load, type LoadReport } from './load.js';
import { describeReject } from './outcome.js';
import type { Progress } from '../../core/cli/progress.js';
import { RejectsFile } from './rejects.js';
import type { Run } from '../generations/resource.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';

export interface LoadingOptions {
  progress: Progress;
  signal?: AbortSignal;
  /** The folder for rejected rows; if absent they are not written. */
  rejectsFolder?: string | undefined;
}

/** A new generation, and the rows to write to it. */
export interface Loading<Document extends { id: string }> {
  definition: IndexDefinition;
  index: string;
  run: Run<Document>;
}

export interface Loaded {
  report: LoadReport;
  /** The path of the file with the rejected rows, if there is one. */
  rejectsFile: string | undefined;
  /** Digests of the fields that cannot be read back. */
  digests: Digests;
}

/**
 * Writes the rows of a run to its index, shows the progress, and writes a file of rejected rows.
 * @throws as `load` does
 */
export async function loadRows<Document extends { id: string }>(
  client: Client,
  { definition, index, run }: Loading<Document>,
  { progress, signal, rejectsFolder }: LoadingOptions,
): Promise<Loaded> {
  const { resource: name, digested = [] } = definition;
  const digests: Digests = Object.fromEntries(digested.map((field) => [field, {}]));
  // Most resources have none, and awaiting each row would cost as much as making one.
  const rows = digested.length === 0 ? run.outcomes : digesting(run.outcomes, digests);
  const file =
    rejectsFolder === undefined
      ? undefined
      : new RejectsFile(rejectsFolder, name, index, (text) => {
          progress.note(text);
        });
  progress.start(name, run.expectedRows, run.expectedBytes);
  try {
    const report = await load(client, rows, {
      index,
      alias: loadingAlias(index),
      onProgress: (done) => {
        progress.update(done, run.bytesRead?.());
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
    return { report, rejectsFile, digests };
  } finally {
    // After a load that failed, the rejects so far help to find out why.
    const path = file?.close();
    if (path !== undefined) progress.note(`The rejected rows so far are in ${path}.`);
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
  const written = file?.rows === rejected ? 'all of them' : `the first ${file?.rows ?? 0}`;
  progress.note(
    `${rejected} rows rejected: ${counts}${file ? `; ${written} are in ${file.path}` : ''}`,
  );
}
