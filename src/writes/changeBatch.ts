import type { Client, estypes } from '@elastic/elasticsearch';
import { ApiError, unavailable } from '../errors.js';
import {
  fromClientError,
  fromItemFailure,
  type ItemFailure,
  resultIn,
} from '../search/failures.js';
import { forCallers, type Trace } from '../observe/trace.js';

/** A change that somebody waits for. */
export interface PendingChange<Document> {
  readonly id: string;
  readonly change: (stored: Document | undefined) => Document;
  /** When its time is over, by `performance.now()`. */
  readonly deadline: number;
  /** When it began to wait, by `performance.now()`. */
  since: number;
  /** Of whoever waits. */
  readonly traces: readonly Trace[];
  /** True once its outcome is told. A change that is told as late must not be written any more. */
  settled: boolean;
  /** Tells its outcome, unless that is told already. */
  settle(failure?: Error): void;
}

/** A document as it was read, with what tells whether it is still the same when it is written. */
interface Stored<Document> {
  readonly document: Document;
  readonly version: { if_seq_no: number; if_primary_term: number };
}

/** The result of all changes of one id. */
interface Write<Document> {
  readonly id: string;
  readonly read: Stored<Document> | undefined;
  readonly document: Document;
  /** Told once the document is written, in order. */
  readonly outcomes: readonly { pending: PendingChange<Document>; refusal?: Error }[];
}

/** The outcome of one write; absent members were left out by Elasticsearch. */
type Item = { status?: number; error?: undefined } | ItemFailure;

/**
 * Makes changes, given in the order of their arrival: one realtime read of all documents, one
 * bulk of what was made of them.
 *
 * @returns those that have to be made again, because somebody else wrote after the read. All
 * others are settled.
 */
export async function runBatch<Document extends object>(
  client: Client,
  alias: string,
  batch: readonly PendingChange<Document>[],
): Promise<PendingChange<Document>[]> {
  const late = new AbortController();
  const latest = Math.max(...batch.map(({ deadline }) => deadline));
  const timer = setTimeout(() => {
    late.abort();
  }, latest - performance.now());
  try {
    const groups = groupById(batch);
    const stored = await read<Document>(client, alias, [...groups.keys()], late.signal);
    const writes: Write<Document>[] = [];
    for (const [id, changes] of groups) {
      const found = stored.get(id);
      if (found instanceof Error) settleAll(changes, found);
      else writes.push(...apply(id, changes, found));
    }
    if (writes.length === 0) return [];
    const items = await write(client, alias, writes, late.signal);
    return writes.flatMap((one, position) => settleWrite(one, items[position]));
  } catch (error) {
    settleAll(batch, fromClientError(error));
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function groupById<Document>(
  batch: readonly PendingChange<Document>[],
): Map<string, PendingChange<Document>[]> {
  const groups = new Map<string, PendingChange<Document>[]>();
  for (const pending of batch) {
    const group = groups.get(pending.id);
    if (group === undefined) groups.set(pending.id, [pending]);
    else group.push(pending);
  }
  return groups;
}

/** The documents that there are, or why one cannot be read; searches may not see them yet. */
async function read<Document>(
  client: Client,
  alias: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Map<string, Stored<Document> | ApiError>> {
  const answer: Partial<estypes.MgetResponse<Document>> = await client.mget<Document>(
    { index: alias, ids },
    { signal, ...forCallers() },
  );
  const stored = new Map<string, Stored<Document> | ApiError>();
  ids.forEach((id, position) => {
    // By its place, for the id that comes back of a failure is not always there.
    const result = resultIn(answer.docs?.[position]);
    if (result instanceof ApiError) stored.set(id, result);
    else if (result.found && result._source !== undefined) {
      const { _source: document, _seq_no: seqNo, _primary_term: primaryTerm } = result;
      if (seqNo === undefined || primaryTerm === undefined) stored.set(id, unavailable());
      else {
        stored.set(id, { document, version: { if_seq_no: seqNo, if_primary_term: primaryTerm } });
      }
    }
  });
  return stored;
}

/**
 * Makes the changes of one id, each of what the one before it left.
 *
 * An accepted change is always written, even if it alters nothing: the document read may be the
 * write of another process that is neither on disk nor visible to searches yet, and our own makes
 * it so. For the same reason a refusal that comes after an accepted change waits for its write.
 */
function apply<Document>(
  id: string,
  changes: readonly PendingChange<Document>[],
  read: Stored<Document> | undefined,
): Write<Document>[] {
  let document = read?.document;
  const outcomes: { pending: PendingChange<Document>; refusal?: Error }[] = [];
  for (const pending of changes) {
    if (pending.settled) continue;
    try {
      document = pending.change(document);
      outcomes.push({ pending });
    } catch (error) {
      const refusal = error as Error;
      if (outcomes.length === 0) pending.settle(refusal);
      else outcomes.push({ pending, refusal });
    }
  }
  return outcomes.length === 0 || document === undefined ? [] : [{ id, read, document, outcomes }];
}

async function write<Document extends object>(
  client: Client,
  alias: string,
  writes: readonly Write<Document>[],
  signal: AbortSignal,
): Promise<Item[]> {
  const operations = writes.flatMap(({ id, read, document }) => [
    read === undefined ? { create: { _id: id } } : { index: { _id: id, ...read.version } },
    document,
  ]);
  const body: estypes.BulkRequest = {
    index: alias,
    require_alias: true,
    refresh: true,
    filter_path: ['took', 'items.*.status', 'items.*.error'],
    operations,
  };
  const answer: Partial<estypes.BulkResponse> = await client.bulk(body, {
    signal,
    ...forCallers(),
  });
  // A proxy in between may answer anything; what is not told of counts as not written.
  const items: readonly (Partial<Record<'index' | 'create', unknown>> | null)[] =
    answer.items ?? [];
  return items.map((item) => (item?.index ?? item?.create ?? {}) as Item);
}

/** @returns the changes that have to be made again. */
function settleWrite<Document>(
  { outcomes }: Write<Document>,
  item: Item | undefined,
): PendingChange<Document>[] {
  if (item?.status === 409) {
    return outcomes.map(({ pending }) => pending).filter(({ settled }) => !settled);
  }
  const failure =
    item?.status === undefined
      ? unavailable()
      : item.error === undefined
        ? undefined
        : fromItemFailure(item);
  for (const { pending, refusal } of outcomes) pending.settle(failure ?? refusal);
  return [];
}

function settleAll(
  changes: readonly Pick<PendingChange<unknown>, 'settle'>[],
  failure: Error,
): void {
  for (const pending of changes) pending.settle(failure);
}
