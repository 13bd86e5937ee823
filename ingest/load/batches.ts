import type { Origin, Outcome, Reject } from './outcome.js';

/** One action of a bulk. */
export interface Action {
  origin: Origin;
  /** The id of the document in the index. */
  id: string;
  /** Newline-delimited JSON, with a newline at its end. */
  lines: string;
  /** The version of the document, which identifies the row that wrote it. Absent if no two rows have one id. */
  version?: number | undefined;
}

/** A stream of rows, from memory or from elsewhere. */
export type Rows<Document> = Iterable<Outcome<Document>> | AsyncIterable<Outcome<Document>>;

/** The limit of Elasticsearch, which refuses a whole bulk for one longer id. */
const MAX_ID_BYTES = 512;
/** More than there will be rows, and exact in JSON even after many updates. */
const FIRST_VERSION = 1e15;

/**
 * Returns the action that writes a row's document, or calls `onReject` and returns undefined.
 * @param row counts from 0. The version of the document identifies the row that wrote it: Elasticsearch repeats
 * a bulk by itself when a node goes away, so a conflict alone does not mean that two rows have one id.
 * Undefined if no two rows have one id. The document then replaces the one that is there
 */
export function creation<Document extends { id: string }>(
  outcome: Outcome<Document>,
  row: number | undefined,
  onReject: (reject: Reject) => void,
): Action | undefined {
  const { origin } = outcome;
  if ('reason' in outcome) {
    onReject({ ...origin, reason: outcome.reason });
    return undefined;
  }
  const { document } = outcome;
  const { id } = document;
  if (Buffer.byteLength(id) > MAX_ID_BYTES) {
    onReject({ ...origin, reason: `its id would be longer than ${MAX_ID_BYTES} bytes` });
    return undefined;
  }
  // An earlier row has the higher version, so it wins against a later one in any order of arrival.
  const version = row === undefined ? undefined : FIRST_VERSION - row;
  const external = version === undefined ? {} : { version, version_type: 'external' };
  const lines = `${JSON.stringify({ index: { _id: id, ...external } })}\n${JSON.stringify(document)}\n`;
  return { origin, id, lines, version };
}

/** Returns the action that deletes a document. */
export function deletion(id: string): Action {
  const lines = `${JSON.stringify({ delete: { _id: id } })}\n`;
  return { origin: { file: '', line: 0, id }, id, lines };
}

const BULK_LIMITS = { bytes: 4 * 1024 * 1024, documents: 5_000 };

/**
 * Groups the actions of a stream into bulks. Items without an action are left out. Only a bulk of a
 * single action may be larger than the limit of bytes.
 */
export async function* batches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  toAction: (item: Item) => Action | undefined,
  limits = BULK_LIMITS,
): AsyncGenerator<Action[], void, undefined> {
  let batch: Action[] = [];
  let bytes = 0;
  for await (const item of items) {
    const action = toAction(item);
    if (action === undefined) continue;
    const added = Buffer.byteLength(action.lines);
    const isFull = batch.length >= limits.documents || bytes + added > limits.bytes;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(action);
    bytes += added;
  }
  if (batch.length > 0) yield batch;
}
