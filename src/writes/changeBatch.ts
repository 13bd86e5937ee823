import type { Client, estypes } from '@elastic/elasticsearch';
import { ApiError, unavailable } from '../errors.js';
import {
  fromClientError,
  fromItemFailure,
  type ItemFailure,
  resultIn,
} from '../search/failures.js';
import { opaqueIds } from '../observe/elasticsearch.js';

/** A change that somebody waits for. */
export interface Change<Document> {
  readonly id: string;
  readonly change: (stored: Document | undefined) => Document;
}

/** Why a change is not made; undefined: it is on disk, and every search sees it. */
type Outcome = Error | undefined;

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
  readonly outcomes: ReadonlyMap<Change<Document>, Outcome>;
}

/** The outcome of one write; absent members were left out by Elasticsearch. */
type Item = { status?: number; error?: undefined } | ItemFailure;

/**
 * Makes changes, given in the order of their arrival: one realtime read of all documents, one bulk of what was made of
 * them. Those between whose read and write somebody else wrote are made again, until the time is over.
 *
 * @returns the outcome of each, in their order. A failed request is the outcome of the changes that
 * have no outcome yet.
 */
export async function makeChanges<Document extends object>(
  client: Client,
  alias: string,
  changes: readonly Change<Document>[],
  timeoutMs: number,
): Promise<Outcome[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const outcomes = new Map<Change<Document>, Outcome>();
  let left = changes;
  let failure = unavailable();
  try {
    while (left.length > 0) {
      const groups = groupById(left);
      const stored = await read<Document>(client, alias, [...groups.keys()], signal);
      const writes: Write<Document>[] = [];
      for (const [id, group] of groups) {
        const found = stored.get(id);
        if (found instanceof Error) for (const change of group) outcomes.set(change, found);
        else apply(id, group, found, outcomes, writes);
      }
      // A change whose caller got a 503 must not be written.
      if (writes.length === 0 || signal.aborted) break;
      const items = await write(client, alias, writes, signal);
      left = writes.flatMap((one, position) => settle(one, items[position], outcomes));
    }
  } catch (error) {
    failure = fromClientError(error);
  }
  return changes.map((change) => (outcomes.has(change) ? outcomes.get(change) : failure));
}

function groupById<Document>(
  changes: readonly Change<Document>[],
): Map<string, Change<Document>[]> {
  const groups = new Map<string, Change<Document>[]>();
  for (const change of changes) {
    const group = groups.get(change.id);
    if (group === undefined) groups.set(change.id, [change]);
    else group.push(change);
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
    { signal, ...opaqueIds() },
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
  changes: readonly Change<Document>[],
  read: Stored<Document> | undefined,
  told: Map<Change<Document>, Outcome>,
  writes: Write<Document>[],
): void {
  let document = read?.document;
  const outcomes = new Map<Change<Document>, Outcome>();
  for (const change of changes) {
    try {
      document = change.change(document);
      outcomes.set(change, undefined);
    } catch (error) {
      (outcomes.size === 0 ? told : outcomes).set(change, error as Error);
    }
  }
  if (outcomes.size > 0 && document !== undefined) writes.push({ id, read, document, outcomes });
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
    ...opaqueIds(),
  });
  // A proxy in between may answer anything; what is not told of counts as not written.
  const items: readonly (Partial<Record<'index' | 'create', unknown>> | null)[] =
    answer.items ?? [];
  return items.map((item) => (item?.index ?? item?.create ?? {}) as Item);
}

/** @returns the changes that have to be made again */
function settle<Document>(
  { outcomes }: Write<Document>,
  item: Item | undefined,
  told: Map<Change<Document>, Outcome>,
): Change<Document>[] {
  if (item?.status === 409) return [...outcomes.keys()];
  const failure =
    item?.status === undefined
      ? unavailable()
      : item.error === undefined
        ? undefined
        : fromItemFailure(item);
  for (const [change, refusal] of outcomes) told.set(change, failure ?? refusal);
  return [];
}
