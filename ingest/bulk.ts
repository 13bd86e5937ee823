import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import { type Batch, toBatch } from './batches.js';
import type { Reject } from './outcome.js';

const BULK_TIMEOUT_MS = 120_000;
const RETRY_DELAYS_MS = [200, 1_000, 3_000, 10_000, 30_000];

export interface BulkTarget {
  client: Client;
  index: string;
  signal: AbortSignal;
  /** Called before every wait for an Elasticsearch that is away or too busy. */
  onRetry: (delayMs: number, reason: string) => void;
}

/**
 * Sends a batch until every document of it is taken or refused for good; returns the refused.
 * @throws when Elasticsearch stays away or busy through all retries, or when the index is gone.
 */
export async function sendBatch(target: BulkTarget, batch: Batch): Promise<Reject[]> {
  const refused: Reject[] = [];
  let rows = batch.rows;
  for (let attempt = 0; ; attempt += 1) {
    const body = attempt === 0 ? batch.body : toBatch(rows).body;
    const delayMs = RETRY_DELAYS_MS[attempt];
    let reason: string;
    try {
      const busy = await sendOnce(target, { rows, body }, attempt, refused);
      if (busy.rows.length === 0) return refused;
      ({ rows, reason } = busy);
      if (delayMs === undefined) throw new Error(`Elasticsearch takes no more: ${reason}`);
    } catch (error) {
      if (delayMs === undefined || !isPassing(error)) throw error;
      reason = error.message;
    }
    target.onRetry(delayMs, reason);
    await sleep(delayMs, undefined, { signal: target.signal });
  }
}

/** Returns the rows that Elasticsearch was too busy for, and why it was. */
async function sendOnce(
  { client, index, signal }: BulkTarget,
  batch: Batch,
  attempt: number,
  refused: Reject[],
): Promise<{ rows: Batch['rows']; reason: string }> {
  const { items } = await client.transport.request<{ items?: { create: BulkItem }[] }>(
    {
      method: 'POST',
      path: `/${index}/_bulk`,
      querystring: 'filter_path=items.create.status,items.create.error',
      bulkBody: batch.body,
    },
    { requestTimeout: BULK_TIMEOUT_MS, signal },
  );
  const busy: Batch['rows'] = [];
  let reason = '';
  batch.rows.forEach((row, position) => {
    const result = items?.[position]?.create;
    if (result?.status === 201) return;
    // An earlier attempt whose answer was lost had already written this document.
    if (result?.status === 409 && attempt > 0) return;
    if (result?.status === 404) {
      throw new Error(
        `${index} was deleted while it was loaded, by a person or another ingestion.`,
      );
    }
    if (result?.status === 429 || result?.status === 503) {
      busy.push(row);
      reason = reasonOf(result);
    } else refused.push({ ...row.origin, reason: reasonOf(result) });
  });
  return { rows: busy, reason };
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

function isPassing(error: unknown): error is Error {
  if (error instanceof errors.RequestAbortedError) return false;
  if (error instanceof errors.ResponseError)
    return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  return error instanceof errors.ElasticsearchClientError;
}
