import type { Client } from '@elastic/elasticsearch';
import { batches, type Rows } from './batches.js';
import { type BulkTarget, sendBatch } from './bulk.js';
import type { Reject } from './outcome.js';

/** How many rejects are kept with their reasons; the rest is only counted. */
const KEPT_REJECTS = 100;
const BULK_LIMITS = { bytes: 4 * 1024 * 1024, documents: 5_000 };
const CONCURRENT_BULKS = 3;

export interface LoadReport {
  rows: number;
  indexed: number;
  rejected: number;
  /** The first rejects, with file, line, id and reason. */
  rejects: Reject[];
}

export interface LoadOptions {
  index: string;
  /** Called after each bulk with the number of rows done so far, rejects included. */
  onProgress?: (rows: number) => void;
  /** Called before every wait for an Elasticsearch that is away or too busy. */
  onRetry?: BulkTarget['onRetry'];
  /** Ends the load early; `load` then throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Writes every document of a stream to an index, in concurrent bulks, with bounded memory. Rows
 * that are no documents, and documents that Elasticsearch refuses, are counted and reported.
 *
 * The client's own bulk helper is not used, because it hands back a refused document without the
 * row that it came from.
 * @throws when Elasticsearch stays away through all retries, when the source fails, or on abort.
 */
export async function load<Document extends { id: string }>(
  client: Client,
  outcomes: Rows<Document>,
  { index, onProgress, onRetry = () => undefined, signal: outer }: LoadOptions,
): Promise<LoadReport> {
  const report: LoadReport = { rows: 0, indexed: 0, rejected: 0, rejects: [] };
  const reject = (rejected: Reject): void => {
    report.rejected += 1;
    report.rows += 1;
    if (report.rejects.length < KEPT_REJECTS) report.rejects.push(rejected);
  };
  const stream = batches(outcomes, BULK_LIMITS, reject);
  const failure = new AbortController();
  const signal = outer ? AbortSignal.any([outer, failure.signal]) : failure.signal;
  const target = { client, index, signal, onRetry };

  // An async generator serves its callers one after the other, so the workers can share it.
  async function work(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const next = await stream.next();
      if (next.done) return;
      const refused = await sendBatch(target, next.value);
      refused.forEach(reject);
      const indexed = next.value.rows.length - refused.length;
      report.indexed += indexed;
      report.rows += indexed;
      onProgress?.(report.rows);
    }
  }
  // The first failure ends all workers, and all have ended before it is thrown: nothing is written
  // after `load` ended.
  const worker = (): Promise<void> =>
    work().catch((error: unknown) => {
      failure.abort(error);
    });
  await Promise.all(Array.from({ length: CONCURRENT_BULKS }, worker));
  await stream.return(undefined);
  signal.throwIfAborted();
  return report;
}
