import type { Client } from '@elastic/elasticsearch';
import { FULL_DISK, mayPass } from '../../core/elasticsearch/failures.js';
import { BusyError, retrying, type Waiting } from '../../core/elasticsearch/retry.js';
import { type Action, batches } from './batches.js';

export interface BulkTarget extends Waiting {
  client: Client;
  index: string;
  /** The alias that bulks are written through, so that they never create a deleted index again. */
  alias: string;
}

/** An action that Elasticsearch rejects for good. */
export interface BulkRejection {
  action: Action;
  reason: string;
}

/** A node that was away may not know yet that an index was made. */
const TIMES_GONE = 4;

interface BulkResult {
  status: number;
  error?: { type: string; reason?: string; caused_by?: { reason?: string } };
}

/** Part of the answer, for one action, under its kind. */
type BulkItem = Record<string, BulkResult>;

/**
 * Sends a batch until every action is done or rejected for good:
 * - a `create` of an id that is there already is done;
 * - an `index` with a version is rejected if another version of the document is there, so of two rows
 *   with one id the second is rejected, however often Elasticsearch or a caller repeats a bulk;
 * - a `delete` of a document that is not there is done.
 * @throws when Elasticsearch stays away or overloaded through all retries, or the index is gone
 */
export async function sendBatch(
  target: BulkTarget,
  batch: readonly Action[],
): Promise<BulkRejection[]> {
  const rejections: BulkRejection[] = [];
  let waiting = batch;
  let timesGone = 0;

  return await retrying(target, async () => {
    const items = await post(target, waiting);
    const busy: Action[] = [];
    let reason = '';
    let isGone = false;
    const conflicts = waiting.filter(
      ({ version }, position) =>
        version !== undefined && Object.values(items[position] ?? {})[0]?.status === 409,
    );
    const stored = await retrying(target, () => versionsOf(target, conflicts));
    for (const [position, action] of waiting.entries()) {
      const [kind, result] = Object.entries(items[position] ?? {})[0] ?? [];
      const isRival = result !== undefined && isOfAnotherRow(action, result, stored);
      const judged = isRival ? 'rejected' : judge(kind, result);
      if (judged === 'rejected') {
        const why = isRival ? 'another row has the same id' : reasonOf(result);
        rejections.push({ action, reason: why });
      } else if (judged !== 'done') {
        busy.push(action);
        reason = reasonOf(result);
        isGone ||= judged === 'gone';
      }
    }
    if (isGone) timesGone += 1;
    if (timesGone === TIMES_GONE) {
      throw new Error(
        `${target.index} was deleted while it was loaded, by a person or another ingestion.`,
      );
    }
    waiting = busy;
    const remedy = FULL_DISK.test(reason) ? '. Free disk space' : '';
    if (busy.length > 0) throw new BusyError(`Elasticsearch takes no more: ${reason}${remedy}`);
    return rejections;
  });
}

async function post(
  { client, alias, signal }: BulkTarget,
  actions: readonly Action[],
): Promise<readonly BulkItem[]> {
  const { items } = await client.transport.request<{ items?: BulkItem[] }>(
    {
      method: 'POST',
      path: `/${alias}/_bulk`,
      querystring: 'require_alias=true&filter_path=items.*.status,items.*.error',
      bulkBody: actions.map(({ lines }) => lines).join(''),
    },
    // No timeout of its own: the client would abort the signal, which other requests share.
    { ...(signal && { signal }), maxRetries: 0 },
  );
  // A proxy may have shortened the answer.
  return items ?? [];
}

function judge(
  kind: string | undefined,
  result: BulkResult | undefined,
): 'done' | 'busy' | 'gone' | 'rejected' {
  if (result === undefined) return 'busy';
  const { status, error } = result;
  // A document to be deleted may be missing already.
  if (error === undefined) return status < 300 || kind === 'delete' ? 'done' : 'rejected';
  if (status === 409 && (kind === 'create' || kind === 'index')) return 'done';
  if (mayPass(status, result)) return 'busy';
  return status === 404 ? 'gone' : 'rejected';
}

/** True if another row with the id was there. An earlier row replaces a later one, with status 200. */
function isOfAnotherRow(
  { id, version }: Action,
  { status, error }: BulkResult,
  stored: ReadonlyMap<string, number>,
): boolean {
  if (version === undefined) return false;
  if (error === undefined) return status === 200;
  return status === 409 && stored.get(id) !== version;
}

/** Returns the stored versions of documents in conflict. The latest ones, because `_mget` by id is realtime. */
async function versionsOf(
  { client, index, signal }: BulkTarget,
  conflicts: readonly Action[],
): Promise<ReadonlyMap<string, number>> {
  if (conflicts.length === 0) return new Map();
  const ids = [...new Set(conflicts.map(({ id }) => id))];
  const { docs } = await client.transport.request<{ docs?: { _id: string; _version?: number }[] }>(
    { method: 'POST', path: `/${index}/_mget`, querystring: '_source=false', body: { ids } },
    { ...(signal && { signal }), maxRetries: 0 },
  );
  // A shard may be missing for a moment.
  if (docs?.length !== ids.length || docs.some((each) => 'error' in each))
    throw new BusyError('the versions of documents cannot be read');
  return new Map(docs.flatMap(({ _id, _version }) => (_version === undefined ? [] : [[_id, _version]]))); // prettier-ignore
}

function reasonOf(result: BulkResult | undefined): string {
  if (!result?.error) return 'Elasticsearch gave no answer for this document';
  const cause = result.error.caused_by?.reason;
  return `${result.error.type}: ${result.error.reason ?? ''}${cause ? ` (${cause})` : ''}`;
}

const CONCURRENT_BULKS = 3;

interface Sending<Item> {
  items: Iterable<Item> | AsyncIterable<Item>;
  /** Returns undefined if there is nothing to send for an item. */
  toAction: (item: Item) => Action | undefined;
  /** Called after each bulk. */
  onSent: (actions: readonly Action[], rejections: readonly BulkRejection[]) => void;
}

/**
 * Sends a stream in concurrent bulks, with bounded memory.
 * @throws when Elasticsearch stays away through all retries, when the stream or `onSent` fails, or
 * on abort; nothing is written after that
 */
export async function sendAll<Item>(
  target: BulkTarget,
  { items, toAction, onSent }: Sending<Item>,
): Promise<void> {
  const stream = batches(items, toAction);
  const failure = new AbortController();
  const signal = AbortSignal.any([target.signal ?? failure.signal, failure.signal]);

  // An async generator serves its callers one after the other, so the workers can share it.
  async function work(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const next = await stream.next();
      if (next.done) return;
      onSent(next.value, await sendBatch({ ...target, signal }, next.value));
    }
  }
  // The first failure ends all workers, and all have ended before it is thrown.
  const worker = (): Promise<void> =>
    work().catch((error: unknown) => {
      failure.abort(error);
    });
  await Promise.all(Array.from({ length: CONCURRENT_BULKS }, worker));
  await stream.return(undefined);
  signal.throwIfAborted();
}
