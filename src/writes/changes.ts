import type { Client } from '@elastic/elasticsearch';
import { unavailable } from '../errors.js';
import { BatchQueue } from '../search/batchQueue.js';
import { within } from '../server/deadline.js';
import { type Change, makeChanges } from './changeBatch.js';

/**
 * Changes a document atomically. When it resolves, the document is on disk and visible to every
 * later search. `change` is pure, because it is called again if another process wrote in between. It
 * gets undefined if there is no document, and rejects a change by throwing.
 * @throws errors of `change`, and ApiError 503; then the change may have been made or not
 */
export type ChangeDocument<Document> = (
  id: string,
  change: (stored: Document | undefined) => Document,
) => Promise<void>;

/**
 * After a batch of several changes the next batch waits for half of its duration, in which the
 * answered callers send their next change. Otherwise the first of them would have a batch of its own.
 */
const GATHERING_SHARE = 0.5;
const MAX_GATHERING_MS = 25;

/**
 * Creates the function that changes documents, in batches: to make writes durable and visible costs as
 * much for many as for one. The changes of an id are made in the order of their arrival.
 * @param alias not an index, because Elasticsearch would create a missing index
 * @param timeoutMs every change is settled within this time, including its wait
 */
export function createChanges<Document extends object>(
  client: Client,
  alias: string,
  timeoutMs: number,
): ChangeDocument<Document> {
  const queue = new BatchQueue<Change<Document>, undefined>({
    name: 'marker_writes',
    timeoutMs,
    maxInFlight: 1,
    maxBatch: 500,
    maxWaiting: 1_000,
    runsToLatest: true,
    send: (changes, withinMs) => makeChanges(client, alias, changes, withinMs),
    pauseMs: (batchSize, tookMs) =>
      batchSize > 1 ? Math.min(MAX_GATHERING_MS, GATHERING_SHARE * tookMs) : 0,
  });
  return async (id, change) => {
    let isLate = false;
    // The batch may run longer, but must not write a change after its 503.
    const changeInTime: typeof change = (stored) => {
      if (isLate) throw unavailable();
      return change(stored);
    };
    try {
      await within(timeoutMs, queue.add({ id, change: changeInTime }));
    } finally {
      isLate = true;
    }
  };
}
