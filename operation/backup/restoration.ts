import type { estypes } from '@elastic/elasticsearch';
import type { Progress } from '../../core/cli/progress.js';
import { describeAnswer, mayPass } from '../../core/elasticsearch/failures.js';
import { BusyError, retrying } from '../../core/elasticsearch/retry.js';
import type { Context } from '../../ingest/generations/resource.js';
import type { EntryOf, Kind } from './entry.js';
import type { Backup } from './file.js';

/** A running restore. */
export interface Restoration {
  backup: Backup;
  context: Context;
  progress: Progress;
  signal: AbortSignal;
  /** True: only counts, and writes nothing. */
  isDry: boolean;
  /** Also rebuild markers that were cleared after the backup. */
  rebuild: boolean;
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

/** Reads the entries of one kind. */
export async function* entriesOf<Wanted extends Kind>(
  { entries }: Backup,
  kind: Wanted,
): AsyncGenerator<EntryOf<Wanted>> {
  for await (const entry of entries()) if (entry.kind === kind) yield entry as EntryOf<Wanted>;
}

/** An action that fails with a conflict if the document has changed, and what it writes. */
type ConditionalWrite = readonly [action: estypes.BulkOperationContainer, document: object];

/** How entries of one kind are compared with stored documents. */
interface Comparison<Wanted extends Kind, Document> {
  idOf: (entry: EntryOf<Wanted>) => string;
  /** Returns the write for an entry, or why none is needed. */
  compare: (
    entry: EntryOf<Wanted>,
    stored: Partial<estypes.GetGetResult<Document>>,
  ) => ConditionalWrite | 'same' | 'left';
}

const BATCH = 1_000;

/**
 * Restores documents: each is written only over the version that was compared.
 * @param index undefined if nothing is stored, in a dry run
 */
export async function restoreDocuments<Wanted extends Kind, Document>(
  restoration: Restoration,
  kind: Wanted,
  index: string | undefined,
  { idOf, compare }: Comparison<Wanted, Document>,
): Promise<Restored> {
  const { backup, context, progress, signal, isDry } = restoration;
  const counts = nothingRestored();
  progress.start(`${kind}s`, backup.counts[kind]);
  for await (const batch of batched(entriesOf(backup, kind))) {
    signal.throwIfAborted();
    counts.found += batch.length;
    let left = batch;
    while (left.length > 0) {
      const stored =
        index === undefined ? [] : await readStored<Document>(restoration, index, left.map(idOf));
      const writes: { entry: EntryOf<Wanted>; write: ConditionalWrite }[] = [];
      for (const [at, entry] of left.entries()) {
        const write = compare(entry, stored[at] ?? {});
        if (typeof write === 'string') counts[write] += 1;
        else writes.push({ entry, write });
      }
      counts.restored += writes.length;
      if (isDry || index === undefined || writes.length === 0) break;
      const written = writes.map(({ write }) => write);
      const conflicts = await bulkWrites(restoration, index, written);
      // These have changed since they were read: compare them again.
      counts.restored -= conflicts.length;
      left = conflicts.flatMap((at) => writes[at]?.entry ?? []);
    }
    progress.update(counts.found);
  }
  progress.stop();
  if (!isDry && index !== undefined) await context.client.indices.refresh({ index });
  return counts;
}

async function* batched<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
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
async function readStored<Document>(
  { context: { client }, progress, signal }: Restoration,
  index: string,
  ids: string[],
): Promise<estypes.GetGetResult<Document>[]> {
  return retrying({ progress, signal }, async () => {
    const { docs } = await client.mget<Document>({ index, ids }, { maxRetries: 0 });
    return docs.map((each) => {
      if (!('error' in each)) return each;
      throw new BusyError(
        `${index} cannot be read (${each.error.type}). Check the health of the cluster.`,
      );
    });
  });
}

const UNANSWERED = { status: 503, error: { type: 'no answer for this document' } };

/**
 * Sends conditional writes until each has succeeded or has met a conflict.
 * @returns the positions of the conflicts: of writes by others, or of an attempt whose answer was lost
 * @throws when a write is rejected, or Elasticsearch stays away or overloaded
 */
async function bulkWrites(
  { context: { client }, progress, signal }: Restoration,
  index: string,
  writes: readonly ConditionalWrite[],
): Promise<number[]> {
  const conflicts: number[] = [];
  let left = writes.map((write, number) => ({ number, write }));
  await retrying({ progress, signal }, async () => {
    const body = left.flatMap(({ write }) => write).map((each) => `${JSON.stringify(each)}\n`);
    // Only this loop retries.
    const { items } = await client.bulk({ index, body: body.join('') }, { maxRetries: 0 });
    let reason = '';
    left = left.filter(({ number }, position) => {
      const { status, error } = Object.values(items[position] ?? {})[0] ?? UNANSWERED;
      if (error === undefined) return false;
      reason = describeAnswer({ error });
      if (mayPass(status, { error })) return true;
      if (status !== 409) throw new Error(`${index} rejects what is restored: ${reason}`);
      conflicts.push(number);
      return false;
    });
    if (left.length > 0) throw new BusyError(`Elasticsearch is overloaded: ${reason}`);
  });
  return conflicts;
}
