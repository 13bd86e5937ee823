import type { Client } from '@elastic/elasticsearch';
import { overloaded, unavailable } from '../errors.js';
import { QueueCounts } from '../observe/metrics/queues.js';
import { type PendingChange, runBatch } from './changeBatch.js';
import { noteWait, traced, tracesNow, tracesOf } from '../observe/trace.js';

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

export interface ChangesOptions {
  /** An alias, not an index: Elasticsearch would make an index that is not there. */
  alias: string;
  /** Every change is settled within this time, the wait for its turn included. */
  timeoutMs: number;
  /** Changes in one batch. */
  maxBatch?: number;
  /** Changes that wait for their turn; further ones are refused. */
  maxWaiting?: number;
  /** Those that metrics show. */
  counts?: QueueCounts;
}

/**
 * After a batch of several changes the next one waits for half as long as that one took: its
 * callers, who have just been answered, come back within that time. Without it, the first of them
 * would have a batch of its own, and all others the one after that. A lone change never waits.
 */
const GATHERING_SHARE = 0.5;
const MAX_GATHERING_MS = 25;

/**
 * Changes that arrive while a batch is under way wait, and go together into the next one: making
 * writes durable and visible costs as much for many as for one. The changes of an id are made in
 * the order of their arrival.
 */
export function createChanges<Document extends object>(
  client: Client,
  options: ChangesOptions,
): ChangeDocument<Document> {
  const { alias, timeoutMs, maxBatch = 500, maxWaiting = 1_000 } = options;
  const { counts = new QueueCounts() } = options;
  const waiting: PendingChange<Document>[] = [];
  let running = false;
  counts.measure(() => waiting.length);

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const begun = performance.now();
      const batch = waiting.splice(0, maxBatch);
      counts.batches.add(batch.length);
      for (const { traces, since } of batch) {
        counts.waits.add(begun - since);
        noteWait(traces, begun - since);
      }
      const conflicting = await traced(tracesOf(batch), () => runBatch(client, alias, batch));
      for (const pending of conflicting) pending.since = performance.now();
      // Whatever waits arrived later.
      waiting.unshift(...conflicting);
      if (batch.length > 1 && waiting.length < batch.length) {
        const tookMs = performance.now() - begun;
        const gatheringMs = Math.min(MAX_GATHERING_MS, GATHERING_SHARE * tookMs);
        await new Promise((resolve) => setTimeout(resolve, gatheringMs));
      }
    }
    running = false;
  }

  return (id, change) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(overloaded());
        return;
      }
      const since = performance.now();
      const pending: PendingChange<Document> = {
        id,
        change,
        since,
        deadline: since + timeoutMs,
        traces: tracesNow(),
        settled: false,
        settle(failure) {
          if (pending.settled) return;
          pending.settled = true;
          clearTimeout(timer);
          if (failure === undefined) resolve();
          else reject(failure);
        },
      };
      const timer = setTimeout(() => {
        const position = waiting.indexOf(pending);
        if (position >= 0) waiting.splice(position, 1);
        pending.settle(unavailable());
      }, timeoutMs);
      waiting.push(pending);
      if (running) return;
      running = true;
      // Once per turn of the event loop: all requests read in this turn share a batch.
      setImmediate(() => void run());
    });
}
