import type { Client } from '@elastic/elasticsearch';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { type Batch, type BatchRow, toBatch } from './batches.js';
import { BusyError, type Patience, retrying } from '../../core/elasticsearch/retry.js';

export interface BulkTarget extends Patience {
  client: Client;
  index: string;
  /** The index is written through it: one that is deleted meanwhile is not made by a bulk. */
  alias: string;
  /** Called before every attempt of a bulk, which is not made when it throws. */
  beforeAttempt?: () => Promise<void>;
}

/** A row that Elasticsearch refused for good. */
export interface Refusal {
  row: BatchRow;
  /** As of HTTP; undefined when there was no answer for the row. */
  status: number | undefined;
  reason: string;
}

/**
 * Sends a batch until every row of it is taken or refused for good; returns the refused. Rows are
 * `create`, `update` and `delete` actions:
 * - a `create` of an id that is there already is refused;
 * - an `update` that lost against a concurrent writer is sent again;
 * - a `delete` is refused with 409 when its `if_seq_no` is not that of the document any more. (So
 *   it is, too, when an earlier attempt whose answer was lost had already deleted it.)
 * @throws when Elasticsearch stays away or busy through all retries, or when the index is gone.
 */
export async function sendBatch(target: BulkTarget, batch: Batch): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  let { rows, body } = batch;
  let mayBeWritten = false;
  // Of an id that an earlier attempt has written one row may have done so, and no more.
  const written = new Set<string>();
  return retrying(target, async () => {
    await target.beforeAttempt?.();
    const attempt = sendOnce(target, { rows, body }, { mayBeWritten, written, refused });
    const busy = await attempt.catch((error: unknown) => {
      mayBeWritten ||= !isRefusedAsWhole(error);
      throw error;
    });
    if (busy.rows.length === 0) return refused;
    mayBeWritten ||= busy.mayBeWritten;
    ({ rows, body } = toBatch(busy.rows));
    throw new BusyError(`Elasticsearch takes no more: ${busy.reason}`);
  });
}

/** What the attempts of a batch know of each other. */
interface Attempts {
  /** An answer was lost. */
  mayBeWritten: boolean;
  /** The ids of rows that were done then, or since. */
  written: Set<string>;
  refused: Refusal[];
}

/** Tells whether Elasticsearch took nothing of a bulk, and said so. */
function isRefusedAsWhole(error: unknown): boolean {
  return hasStatus(error, 401, 429);
}

/**
 * Returns the rows that Elasticsearch was too busy for, and why it was. They may be written all the
 * same where it is a node that has gone: of 429 nothing is.
 */
async function sendOnce(
  { client, index, alias, signal }: BulkTarget,
  batch: Batch,
  { mayBeWritten, written, refused }: Attempts,
): Promise<{ rows: BatchRow[]; reason: string; mayBeWritten: boolean }> {
  const { items } = await client.transport.request<{ items?: BulkItem[] }>(
    {
      method: 'POST',
      path: `/${alias}/_bulk`,
      querystring: 'require_alias=true&filter_path=items.*.status,items.*.error',
      bulkBody: batch.body,
    },
    // No time limit of its own: the client keeps that by aborting the signal, which others share.
    { signal, maxRetries: 0 },
  );
  const busy: BatchRow[] = [];
  let reason = '';
  const away: BatchRow[] = [];
  const done: BatchRow[] = [];
  batch.rows.forEach((row, position) => {
    const [action, result] = Object.entries(items?.[position] ?? {})[0] ?? [];
    const isSecond = mayBeWritten && written.has(idOf(row));
    const verdict = judge(action, result, mayBeWritten && !isSecond);
    if (verdict === 'done') done.push(row);
    if (mayBeWritten && verdict === 'done') written.add(idOf(row));
    if (verdict === 'gone') {
      throw new Error(
        `${index} was deleted while it was loaded, by a person or another ingestion.`,
      );
    }
    if (verdict === 'busy') {
      busy.push(row);
      if (result === undefined || result.status === 503) away.push(row);
      reason = reasonOf(action, result);
    } else if (verdict === 'refused') {
      refused.push({ row, status: result?.status, reason: reasonOf(action, result) });
    }
  });
  // Else it is not of interest, and takes long to find out.
  if (away.length > 0 && !mayBeWritten) for (const row of done) written.add(idOf(row));
  return { rows: busy, reason, mayBeWritten: away.length > 0 };
}

/** Of one row, under the name of its action. */
type BulkItem = Record<string, BulkResult>;

interface BulkResult {
  status: number;
  error?: { type: string; reason?: string; caused_by?: { reason?: string } };
}

function judge(
  action: string | undefined,
  result: BulkResult | undefined,
  mayBeWritten: boolean,
): 'done' | 'busy' | 'gone' | 'refused' {
  // A proxy in between may have shortened the answer.
  if (result === undefined) return 'busy';
  const { status, error } = result;
  // A document to be deleted may be missing already, which is no error.
  if (error === undefined) return status < 300 || action === 'delete' ? 'done' : 'refused';
  // An earlier attempt whose answer was lost had already written this document.
  if (status === 409 && action === 'create' && mayBeWritten) return 'done';
  if (status === 409 && action === 'update') return 'busy';
  if (status === 429 || status === 503) return 'busy';
  return status === 404 && error.type !== 'document_missing_exception' ? 'gone' : 'refused';
}

/** The id in its action; that of its origin is the source's. */
function idOf({ body, start }: BatchRow): string {
  const action = body.toString('utf8', start, body.indexOf('\n', start));
  const [{ _id: id } = {}] = Object.values(JSON.parse(action) as Record<string, { _id?: string }>);
  return id ?? '';
}

function reasonOf(action: string | undefined, result: BulkResult | undefined): string {
  if (result?.status === 409 && action === 'create') return 'another row has the same id';
  if (!result?.error) return 'Elasticsearch gave no answer for this document';
  const cause = result.error.caused_by?.reason;
  return `${result.error.type}: ${result.error.reason ?? ''}${cause ? ` (${cause})` : ''}`;
}
