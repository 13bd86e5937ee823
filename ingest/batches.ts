import type { Origin, Outcome, Reject } from './outcome.js';

/** One action of a bulk, as newline-delimited JSON, and where it comes from. */
export interface BatchRow {
  origin: Origin;
  lines: string;
}

/** What goes to Elasticsearch in one bulk. */
export interface Batch {
  body: string;
  rows: BatchRow[];
}

/** A stream of rows, from memory or from elsewhere. */
export type Rows<Document> = Iterable<Outcome<Document>> | AsyncIterable<Outcome<Document>>;

export interface BatchLimits {
  /** A batch is closed once it holds this many bytes (counted as characters). */
  bytes: number;
  documents: number;
}

/** Elasticsearch's own limit; one longer id would make it refuse a whole bulk. */
const MAX_ID_BYTES = 512;

/** The row that creates a document, or undefined, and a call of `onReject`, if there is none. */
export function creation<Document extends { id: string }>(
  outcome: Outcome<Document>,
  onReject: (reject: Reject) => void,
): BatchRow | undefined {
  const { origin } = outcome;
  if ('reason' in outcome) {
    onReject({ ...origin, reason: outcome.reason });
    return undefined;
  }
  const { document } = outcome;
  if (Buffer.byteLength(document.id) > MAX_ID_BYTES) {
    onReject({ ...origin, reason: `its id would be longer than ${MAX_ID_BYTES} bytes` });
    return undefined;
  }
  // `create`, so that two rows with one id are a reject that is reported, not a silent loss.
  const action = `{"create":{"_id":${JSON.stringify(document.id)}}}`;
  return { origin, lines: `${action}\n${JSON.stringify(document)}\n` };
}

/** Cuts a stream into bulks. Items that are no row are left out. */
export async function* batches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  toRow: (item: Item) => BatchRow | undefined,
  limits: BatchLimits,
): AsyncGenerator<Batch> {
  let rows: BatchRow[] = [];
  let bytes = 0;
  for await (const item of items) {
    const row = toRow(item);
    if (row === undefined) continue;
    rows.push(row);
    bytes += row.lines.length;
    if (bytes >= limits.bytes || rows.length >= limits.documents) {
      yield toBatch(rows);
      rows = [];
      bytes = 0;
    }
  }
  if (rows.length > 0) yield toBatch(rows);
}

export function toBatch(rows: BatchRow[]): Batch {
  return { rows, body: rows.map((row) => row.lines).join('') };
}
