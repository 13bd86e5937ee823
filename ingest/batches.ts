import type { Origin, Outcome, Reject } from './outcome.js';

/** Documents that go to Elasticsearch in one bulk, as newline-delimited JSON, with their rows. */
export interface Batch {
  body: string;
  rows: { origin: Origin; lines: string }[];
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

/**
 * Cuts a stream of rows into bulks. Rows that are no documents go to `onReject` and are left out.
 */
export async function* batches<Document extends { id: string }>(
  outcomes: Rows<Document>,
  limits: BatchLimits,
  onReject: (reject: Reject) => void,
): AsyncGenerator<Batch> {
  let rows: Batch['rows'] = [];
  let bytes = 0;
  for await (const outcome of outcomes) {
    if ('reason' in outcome) {
      onReject({ ...outcome.origin, reason: outcome.reason });
      continue;
    }
    const { document, origin } = outcome;
    if (Buffer.byteLength(document.id) > MAX_ID_BYTES) {
      onReject({ ...origin, reason: `its id would be longer than ${MAX_ID_BYTES} bytes` });
      continue;
    }
    // `create`, so that two rows with one id are a reject that is reported, not a silent loss.
    const action = `{"create":{"_id":${JSON.stringify(document.id)}}}`;
    const lines = `${action}\n${JSON.stringify(document)}\n`;
    rows.push({ origin, lines });
    bytes += lines.length;
    if (bytes >= limits.bytes || rows.length >= limits.documents) {
      yield toBatch(rows);
      rows = [];
      bytes = 0;
    }
  }
  if (rows.length > 0) yield toBatch(rows);
}

export function toBatch(rows: Batch['rows']): Batch {
  return { rows, body: rows.map((row) => row.lines).join('') };
}
