import type { Client, estypes } from '@elastic/elasticsearch';
import { within } from '../concurrency.js';
import { BatchQueue } from '../elasticsearch/batchQueue.js';
import { fromClientError, fromItemFailure, type ItemFailure } from '../elasticsearch/failures.js';
import { ApiError, unavailable } from '../errors.js';
import { opaqueIds } from '../observe/elasticsearch.js';
import { type Aliases, type Before, readBefore, type VersionedDocument } from './read.js';

/**
 * Returns the document to store, or undefined to delete it. It is pure, because it is called again if
 * another process wrote in between. It rejects a change by throwing.
 * @param stored undefined if there is no document
 * @param beside the document with the same id in the other index
 */
type Apply<Document, Beside> = (
  stored: Document | undefined,
  beside: Beside | undefined,
) => Document | undefined;

/**
 * Changes a document atomically. When it resolves, the document is on disk and visible to every
 * later search, or deleted so.
 * @throws errors of `change`, and ApiError 503; then the change may have been made or not
 */
export type ChangeDocument<Document, Beside> = (
  id: string,
  change: Apply<Document, Beside>,
) => Promise<void>;

/**
 * After a batch of several changes the next batch waits for half of its duration, in which the
 * answered callers send their next change. Otherwise the first of them would have a batch of its own.
 */
const GATHERING_SHARE = 0.5;
const MAX_GATHERING_MS = 25;
/**
 * No document has this id. It is deleted in place of a document that is not there, in the same shard: a deletion
 * without a version may come late, and would then delete what was acknowledged since.
 */
const NO_ID = ' ';

/**
 * Creates the function that changes documents, in batches: to make writes durable and visible costs as
 * much for many as for one. The changes of an id by one token are made in the order of their arrival.
 * @param timeoutMs every change is settled within this time, including its wait
 */
export function createChanges<Document extends object, Beside extends object>(
  client: Client,
  aliases: Aliases,
  timeoutMs: number,
): ChangeDocument<Document, Beside> {
  const queue = new BatchQueue<Change<Document, Beside>, undefined>({
    name: 'marker_writes',
    timeoutMs,
    maxInFlight: 1,
    maxBatch: 500,
    maxWaiting: 1_000,
    send: (changes, withinMs) => makeChanges(client, aliases, changes, withinMs),
    pauseMs: (batchSize, tookMs) =>
      batchSize > 1 ? Math.min(MAX_GATHERING_MS, GATHERING_SHARE * tookMs) : 0,
  });
  return async (id, change) => {
    let isLate = false;
    // The batch may run longer, but must not write a change after its 503.
    const changeInTime: typeof change = (stored, beside) => {
      if (isLate) throw unavailable();
      return change(stored, beside);
    };
    try {
      await within(timeoutMs, queue.add({ id, change: changeInTime }));
    } finally {
      isLate = true;
    }
  };
}

interface Change<Document, Beside> {
  readonly id: string;
  readonly change: Apply<Document, Beside>;
}

/** The error of each change. Undefined for a change that is on disk and visible to every search. */
type Outcomes<Each> = Map<Each, Error | undefined>;

/** The document that all changes of one id make. */
interface Write<Document, Each> {
  readonly id: string;
  readonly stored: VersionedDocument<Document> | undefined;
  /** Undefined: it is deleted. */
  readonly document: Document | undefined;
  /** They hold once the document is written. */
  readonly outcomes: Outcomes<Each>;
}

/** The result of a write. Elasticsearch leaves out members. */
type Item = { status?: number; error?: undefined } | ItemFailure;

/**
 * Makes changes: one realtime read of all documents, and one bulk of the changed ones. Changes of a
 * document that another process wrote in between are made again, until the time is over.
 * @returns the outcome of each change. A failed request is the outcome of all changes without one.
 */
async function makeChanges<Document extends object, Beside extends object>(
  client: Client,
  aliases: Aliases,
  changes: readonly Change<Document, Beside>[],
  timeoutMs: number,
): Promise<(Error | undefined)[]> {
  const options = { signal: AbortSignal.timeout(timeoutMs), ...opaqueIds() };
  const outcomes: Outcomes<Change<Document, Beside>> = new Map();
  let left = changes;
  let failure = unavailable();
  try {
    while (left.length > 0) {
      const groups = new Map<string, Change<Document, Beside>[]>();
      for (const each of left) groups.set(each.id, [...(groups.get(each.id) ?? []), each]);
      const ids = [...groups.keys()];
      const read = await readBefore<Document, Beside>(client, aliases, ids, options);
      const writes = [...groups].flatMap(([id, group], position) =>
        applyAll(id, group, read[position] ?? unavailable(), outcomes),
      );
      // A change whose caller got 503 must not be written.
      if (writes.length === 0 || options.signal.aborted) break;
      const items = await write(client, aliases.written, writes, options);
      left = writes.flatMap((each, position) => settle(each, items[position], outcomes));
    }
  } catch (error) {
    failure = fromClientError(error);
  }
  return changes.map((change) => (outcomes.has(change) ? outcomes.get(change) : failure));
}

/**
 * Makes the changes of one id, each from the result of the one before, and returns the write if there
 * is one.
 *
 * An accepted change is always written, even if it alters nothing: the stored document may be the
 * write of another process that is neither on disk nor visible to searches yet, and our own write
 * makes it so. For this reason the deletion of a document that is not there is a write, too. For the same
 * reason a rejection after an accepted change waits for the write.
 */
function applyAll<Document, Beside>(
  id: string,
  changes: readonly Change<Document, Beside>[],
  before: Before<Document, Beside> | ApiError,
  settled: Outcomes<Change<Document, Beside>>,
): Write<Document, Change<Document, Beside>>[] {
  if (before instanceof ApiError) {
    for (const change of changes) settled.set(change, before);
    return [];
  }
  const { stored, beside } = before;
  let document = stored?.document;
  const outcomes: Outcomes<Change<Document, Beside>> = new Map();
  for (const change of changes) {
    try {
      document = change.change(document, beside);
      outcomes.set(change, undefined);
    } catch (error) {
      (outcomes.size === 0 ? settled : outcomes).set(change, error as Error);
    }
  }
  return outcomes.size > 0 ? [{ id, stored, document, outcomes }] : [];
}

async function write<Document extends object>(
  client: Client,
  alias: string,
  writes: readonly Write<Document, unknown>[],
  options: { readonly signal: AbortSignal },
): Promise<Item[]> {
  const operations = writes.flatMap<object>(({ id, stored, document }) => {
    const isMissing = stored === undefined && document === undefined;
    const target = isMissing ? { _id: NO_ID, routing: id } : { _id: id, ...stored?.version };
    if (document === undefined) return [{ delete: target }];
    return [stored === undefined ? { create: target } : { index: target }, document];
  });
  const body: estypes.BulkRequest = {
    index: alias,
    require_alias: true,
    refresh: true,
    filter_path: ['took', 'items.*.status', 'items.*.error'],
    operations,
  };
  const answer = await client.bulk(body, options);
  // A proxy in between may answer anything. A write without an answer counts as not made.
  const { items } = answer as Partial<typeof answer>;
  const answered: readonly (Partial<Record<estypes.BulkOperationType, unknown>> | null)[] =
    items ?? [];
  return answered.map((item) => (item?.index ?? item?.create ?? item?.delete ?? {}) as Item);
}

/** Returns the changes that must be made again. */
function settle<Each>(
  { outcomes }: Write<unknown, Each>,
  item: Item | undefined,
  settled: Outcomes<Each>,
): Each[] {
  if (item?.status === 409) return [...outcomes.keys()];
  let failure: ApiError | undefined;
  if (item?.status === undefined) failure = unavailable();
  // A document that is deleted already has a status 404, but no error.
  else if (item.error !== undefined) failure = fromItemFailure(item);
  for (const [change, rejection] of outcomes) settled.set(change, failure ?? rejection);
  return [];
}
