import { type Action, batches } from './batches.js';
import { type BulkRejection, type BulkTarget, sendBatch } from './bulk.js';

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
