import type { Client, estypes } from '@elastic/elasticsearch';
import { within } from '../access/limits.js';
import { ApiError, unavailable } from '../errors.js';
import { opaqueIds } from '../observe/elasticsearch.js';
import { BatchQueue } from '../search/batchQueue.js';
import {
  fromClientError,
  fromItemFailure,
  type ItemFailure,
  resultIn,
} from '../search/failures.js';

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

interface Change<Document> {
  readonly id: string;
  readonly change: (stored: Document | undefined) => Document;
}

/** The error of each change. Undefined for a change that is on disk and visible to every search. */
type Outcomes<Document> = Map<Change<Document>, Error | undefined>;

/** A document with the version that it had when it was read. */
interface VersionedDocument<Document> {
  readonly document: Document;
  readonly version: { if_seq_no: number; if_primary_term: number };
}

/** The document that all changes of one id make. */
interface Write<Document> {
  readonly id: string;
  readonly stored: VersionedDocument<Document> | undefined;
  readonly document: Document;
  /** They hold once the document is written. */
  readonly outcomes: Outcomes<Document>;
}

/** The result of a write. Elasticsearch leaves out members. */
type Item = { status?: number; error?: undefined } | ItemFailure;

/**
 * Makes changes: one realtime read of all documents, and one bulk of the changed ones. Changes of a
 * document that another process wrote in between are made again, until the time is over.
 * @returns the outcome of each change. A failed request is the outcome of all changes without one.
 */
async function makeChanges<Document extends object>(
  client: Client,
  alias: string,
  changes: readonly Change<Document>[],
  timeoutMs: number,
): Promise<(Error | undefined)[]> {
  const options = { signal: AbortSignal.timeout(timeoutMs), ...opaqueIds() };
  const outcomes: Outcomes<Document> = new Map();
  let left = changes;
  let failure = unavailable();
  try {
    while (left.length > 0) {
      const groups = new Map<string, Change<Document>[]>();
      for (const each of left) groups.set(each.id, [...(groups.get(each.id) ?? []), each]);
      const ids = [...groups.keys()];
      const read = await client.mget<Document>({ index: alias, ids }, options);
      const { docs } = read as Partial<typeof read>;
      // By position, because a failure may have no id.
      const writes = [...groups].flatMap(([id, group], position) =>
        applyAll(id, group, versionedIn(resultIn(docs?.[position])), outcomes),
      );
      // A change whose caller got 503 must not be written.
      if (writes.length === 0 || options.signal.aborted) break;
      const items = await write(client, alias, writes, options);
      left = writes.flatMap((each, position) => settle(each, items[position], outcomes));
    }
  } catch (error) {
    failure = fromClientError(error);
  }
  return changes.map((change) => (outcomes.has(change) ? outcomes.get(change) : failure));
}

/** Returns a document that was read; undefined if there is none. */
function versionedIn<Document>(
  result: estypes.GetGetResult<Document> | ApiError,
): VersionedDocument<Document> | ApiError | undefined {
  if (result instanceof ApiError) return result;
  const { found, _source: document, _seq_no: seqNo, _primary_term: primaryTerm } = result;
  if (!found || document === undefined) return undefined;
  if (seqNo === undefined || primaryTerm === undefined) return unavailable();
  return { document, version: { if_seq_no: seqNo, if_primary_term: primaryTerm } };
}

/**
 * Makes the changes of one id, each from the result of the one before, and returns the write if there
 * is one.
 *
 * An accepted change is always written, even if it alters nothing: the stored document may be the
 * write of another process that is neither on disk nor visible to searches yet, and our own write
 * makes it so. For the same reason a rejection after an accepted change waits for the write.
 */
function applyAll<Document>(
  id: string,
  changes: readonly Change<Document>[],
  stored: VersionedDocument<Document> | ApiError | undefined,
  settled: Outcomes<Document>,
): Write<Document>[] {
  if (stored instanceof ApiError) {
    for (const change of changes) settled.set(change, stored);
    return [];
  }
  let document = stored?.document;
  const outcomes: Outcomes<Document> = new Map();
  for (const change of changes) {
    try {
      document = change.change(document);
      outcomes.set(change, undefined);
    } catch (error) {
      (outcomes.size === 0 ? settled : outcomes).set(change, error as Error);
    }
  }
  return outcomes.size > 0 && document !== undefined ? [{ id, stored, document, outcomes }] : [];
}

async function write<Document extends object>(
  client: Client,
  alias: string,
  writes: readonly Write<Document>[],
  options: { readonly signal: AbortSignal },
): Promise<Item[]> {
  const operations = writes.flatMap(({ id, stored, document }) => [
    stored === undefined ? { create: { _id: id } } : { index: { _id: id, ...stored.version } },
    document,
  ]);
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
  const answered: readonly (Partial<Record<'index' | 'create', unknown>> | null)[] = items ?? [];
  return answered.map((item) => (item?.index ?? item?.create ?? {}) as Item);
}

/** Returns the changes that must be made again. */
function settle<Document>(
  { outcomes }: Write<Document>,
  item: Item | undefined,
  settled: Outcomes<Document>,
): Change<Document>[] {
  if (item?.status === 409) return [...outcomes.keys()];
  let failure: ApiError | undefined;
  if (item?.status === undefined) failure = unavailable();
  else if (item.error !== undefined) failure = fromItemFailure(item);
  for (const [change, rejection] of outcomes) settled.set(change, failure ?? rejection);
  return [];
}
