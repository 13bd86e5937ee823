import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import { type Batch, batches, toBatch } from './batches.js';
import type { Outcome, Reject } from './outcome.js';

/** How many rejects are kept with their reasons; the rest is only counted. */
const KEPT_REJECTS = 100;
const BULK_LIMITS = { bytes: 4 * 1024 * 1024, documents: 5_000 };
const CONCURRENT_BULKS = 3;
const BULK_TIMEOUT_MS = 120_000;
const RETRY_DELAYS_MS = [200, 1_000, 3_000, 10_000, 30_000];

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
  outcomes: AsyncIterable<Outcome<Document>>,
  { index, onProgress, signal }: LoadOptions,
): Promise<LoadReport> {
  const report: LoadReport = { rows: 0, indexed: 0, rejected: 0, rejects: [] };
  const reject = (rejected: Reject): void => {
    report.rejected += 1;
    report.rows += 1;
    if (report.rejects.length < KEPT_REJECTS) report.rejects.push(rejected);
  };
  const stream = batches(outcomes, BULK_LIMITS, reject);

  // An async generator serves its callers one after the other, so the workers can share it.
  async function worker(): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const next = await stream.next();
      if (next.done) return;
      const refused = await sendBatch(client, index, next.value, signal);
      refused.forEach(reject);
      const indexed = next.value.rows.length - refused.length;
      report.indexed += indexed;
      report.rows += indexed;
      onProgress?.(report.rows);
    }
  }

  // All workers are awaited before a failure is thrown: nothing is written after `load` ended.
  const workers = await Promise.allSettled(Array.from({ length: CONCURRENT_BULKS }, worker));
  await stream.return(undefined);
  const failed = workers.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return report;
}

/** Sends a batch until every document of it is taken or refused for good; returns the refused. */
async function sendBatch(
  client: Client,
  index: string,
  batch: Batch,
  signal?: AbortSignal,
): Promise<Reject[]> {
  const refused: Reject[] = [];
  let rows = batch.rows;
  for (let attempt = 0; ; attempt += 1) {
    const body = attempt === 0 ? batch.body : toBatch(rows).body;
    const delayMs = RETRY_DELAYS_MS[attempt];
    try {
      const busy = await sendOnce(client, index, { rows, body }, attempt, refused, signal);
      if (busy.length === 0) return refused;
      rows = busy;
      if (delayMs === undefined)
        throw new Error('Elasticsearch is overloaded; ingest again later.');
    } catch (error) {
      if (delayMs === undefined || !isPassing(error)) throw error;
    }
    await sleep(delayMs, undefined, signal ? { signal } : {});
  }
}

/** Returns the rows that Elasticsearch was too busy for. */
async function sendOnce(
  client: Client,
  index: string,
  batch: Batch,
  attempt: number,
  refused: Reject[],
  signal?: AbortSignal,
): Promise<Batch['rows']> {
  const { items } = await client.transport.request<{ items?: { create: BulkItem }[] }>(
    {
      method: 'POST',
      path: `/${index}/_bulk`,
      querystring: 'filter_path=items.create.status,items.create.error',
      bulkBody: batch.body,
    },
    { requestTimeout: BULK_TIMEOUT_MS, ...(signal ? { signal } : {}) },
  );
  const busy: Batch['rows'] = [];
  batch.rows.forEach((row, position) => {
    const result = items?.[position]?.create;
    if (result?.status === 201) return;
    // An earlier attempt whose answer was lost had already written this document.
    if (result?.status === 409 && attempt > 0) return;
    if (result?.status === 429 || result?.status === 503) busy.push(row);
    else refused.push({ ...row.origin, reason: reasonOf(result) });
  });
  return busy;
}

interface BulkItem {
  status: number;
  error?: { type: string; reason?: string; caused_by?: { reason?: string } };
}

function reasonOf(item: BulkItem | undefined): string {
  if (item?.status === 409) return 'another row has the same id';
  if (!item?.error) return 'Elasticsearch gave no answer for this document';
  const cause = item.error.caused_by?.reason;
  return `${item.error.type}: ${item.error.reason ?? ''}${cause ? ` (${cause})` : ''}`;
}

function isPassing(error: unknown): boolean {
  if (error instanceof errors.RequestAbortedError) return false;
  if (error instanceof errors.ResponseError)
    return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  return error instanceof errors.ElasticsearchClientError;
}
