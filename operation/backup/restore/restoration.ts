import type { estypes } from '@elastic/elasticsearch';
import type { Progress } from '../../../core/cli/progress.js';
import { BUSY_STATUSES, describeAnswer } from '../../../core/elasticsearch/failures.js';
import { BusyError, patienceOf, retrying } from '../../../core/elasticsearch/retry.js';
import type { Context } from '../../../ingest/generations/resource.js';

/** A running restore. */
export interface Restoration {
  context: Context;
  progress: Progress;
  signal: AbortSignal;
  /** True: only counts, and writes nothing. */
  isDry: boolean;
}

/** The outcome for the entries of one kind. Live data always wins. */
export interface Restored {
  /** Entries in the backup. */
  found: number;
  /** Entries written, or that a dry run would write. */
  restored: number;
  /** Entries that are live unchanged. */
  same: number;
  /** Entries that are live in another form, and stay so. */
  left: number;
}

export const nothingRestored = (): Restored => ({ found: 0, restored: 0, same: 0, left: 0 });

/** Groups items into batches of the given size. */
export async function* batched<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Reads documents by their ids, in the order of the ids. An unreadable document is retried, because it
 * must not count as missing.
 * @throws when a document stays unreadable
 */
export async function readLive<Document>(
  { context: { client }, progress, signal }: Restoration,
  index: string,
  ids: readonly string[],
): Promise<estypes.GetGetResult<Document>[]> {
  return retrying(patienceOf({ progress, signal }), async () => {
    const { docs } = await client.mget<Document>({ index, ids: [...ids] }, { maxRetries: 0 });
    return docs.map((each) => {
      if (!('error' in each)) return each;
      throw new BusyError(
        `${index} cannot be read (${each.error.type}). Check the health of the cluster.`,
      );
    });
  });
}

/** An action that fails with a conflict if the document has changed, and what it writes. */
export type ConditionalWrite = readonly [action: estypes.BulkOperationContainer, document: object];

const UNANSWERED = { status: 503, error: { type: 'no answer for this document' } };

/**
 * Sends conditional writes until each has succeeded or has met a conflict.
 * @returns the positions of the conflicts: of writes by others, or of an attempt whose answer was lost
 * @throws when a write is rejected, or Elasticsearch stays away or overloaded
 */
export async function bulkWrites(
  { context: { client }, progress, signal }: Restoration,
  index: string,
  writes: readonly ConditionalWrite[],
): Promise<number[]> {
  const conflicts: number[] = [];
  let left = writes.map((write, number) => ({ number, write }));
  await retrying(patienceOf({ progress, signal }), async () => {
    if (left.length === 0) return;
    const body = left.flatMap(({ write }) => write).map((each) => `${JSON.stringify(each)}\n`);
    // Only this loop retries.
    const { items } = await client.bulk({ index, body: body.join('') }, { maxRetries: 0 });
    let reason = '';
    left = left.filter(({ number }, position) => {
      const { create, index: indexed, update } = items[position] ?? {};
      const { status, error } = create ?? indexed ?? update ?? UNANSWERED;
      if (error === undefined) return false;
      reason = describeAnswer({ error });
      if (BUSY_STATUSES.includes(status)) return true;
      if (status !== 409) throw new Error(`${index} rejects what is restored: ${reason}`);
      conflicts.push(number);
      return false;
    });
    if (left.length > 0) throw new BusyError(`Elasticsearch is overloaded: ${reason}`);
  });
  return conflicts;
}
