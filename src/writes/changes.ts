import type { Client } from '@elastic/elasticsearch';
import { BatchQueue } from '../search/batchQueue.js';
import { type Change, makeChanges } from './changeBatch.js';

/**
 * Changes one document, by its id: reads what is stored, and writes what `change` makes of it as
 * a whole. Nothing comes between the two, whoever else writes. When it resolves, the document is
 * on disk, and every search that starts afterwards sees it.
 *
 * `change` is pure, for it is called again when another process wrote in between. It gets
 * undefined where there is no such document, and refuses by throwing; then nothing is written.
 *
 * @throws what `change` throws. ApiError 503 when Elasticsearch does not answer in time, or too
 * many changes wait; the change may have been made all the same, or may still be.
 */
export type ChangeDocument<Document> = (
  id: string,
  change: (stored: Document | undefined) => Document,
) => Promise<void>;

/**
 * After a batch of several changes the next one waits for half as long as that one took: its
 * callers, who have just been answered, come back within that time. Without it, the first of them
 * would have a batch of its own, and all others the one after that. A lone change never waits.
 */
const GATHERING_SHARE = 0.5;
const MAX_GATHERING_MS = 25;

/**
 * Makes what changes documents. Changes that arrive while a batch is under way wait, and go together into the next one:
 * making writes durable and visible costs as much for many as for one. The changes of an id are made in
 * the order of their arrival.
 *
 * @param alias not an index: Elasticsearch would make an index that is not there
 * @param timeoutMs every change is settled within this time, the wait for its turn included
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
    send: (changes, withinMs) => makeChanges(client, alias, changes, withinMs),
    pauseMs: (batchSize, tookMs) =>
      batchSize > 1 ? Math.min(MAX_GATHERING_MS, GATHERING_SHARE * tookMs) : 0,
  });
  return (id, change) => queue.add({ id, change });
}
