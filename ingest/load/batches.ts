import type { Origin, Outcome, Reject } from './outcome.js';

/** One action of a bulk, as newline-delimited JSON, and where it comes from. */
export interface Action {
  origin: Origin;
  lines: string;
}

/** Actions sent to Elasticsearch in one bulk. */
export interface Batch {
  /** Bytes at once, for thousands of texts that wait for their bulk cost more than to copy them. */
  body: Buffer;
  rows: BatchRow[];
}

/** An action within a batch, by the place of its bytes. */
export interface BatchRow {
  origin: Origin;
  body: Buffer;
  start: number;
  end: number;
}

/** A stream of rows, from memory or from elsewhere. */
export type Rows<Document> = Iterable<Outcome<Document>> | AsyncIterable<Outcome<Document>>;

export interface BatchLimits {
  /** A batch holds no more than this, unless it is a single document. */
  bytes: number;
  documents: number;
}

/** Elasticsearch's own limit; one longer id would make it refuse a whole bulk. */
const MAX_ID_BYTES = 512;
/** As UTF-8 has at most of a character of JavaScript. */
const MAX_BYTES_PER_CHARACTER = 3;

/** The action that creates a document, or undefined, and a call of `onReject`, if there is none. */
export function creation<Document extends { id: string }>(
  outcome: Outcome<Document>,
  onReject: (reject: Reject) => void,
): Action | undefined {
  const { origin } = outcome;
  if ('reason' in outcome) {
    const { reason, row } = outcome;
    onReject({ ...origin, reason, ...(row !== undefined && { row }) });
    return undefined;
  }
  const { document } = outcome;
  if (isTooLong(document.id)) {
    onReject({ ...origin, reason: `its id would be longer than ${MAX_ID_BYTES} bytes` });
    return undefined;
  }
  // `create`, so that two rows with one id are a reject that is reported, not a silent loss.
  const action = `{"create":{"_id":${JSON.stringify(document.id)}}}`;
  return { origin, lines: `${action}\n${JSON.stringify(document)}\n` };
}

/** Short ids, nearly all there are, need no counting of bytes. */
function isTooLong(id: string): boolean {
  const mayBe = id.length * MAX_BYTES_PER_CHARACTER > MAX_ID_BYTES;
  return mayBe && Buffer.byteLength(id) > MAX_ID_BYTES;
}

/** Cuts a stream into bulks. Items that are no action are left out. */
export async function* batches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  toAction: (item: Item) => Action | undefined,
  limits: BatchLimits,
): AsyncGenerator<Batch, void, undefined> {
  const cutter = new Cutter(limits);
  const take = (item: Item): Batch | undefined => {
    const action = toAction(item);
    return action && cutter.take(action);
  };
  if (Symbol.asyncIterator in items) {
    for await (const item of items) {
      const full = take(item);
      if (full) yield full;
    }
  } else {
    // To await each of what is there already would cost as much as to make a small document.
    for (const item of items) {
      const full = take(item);
      if (full) yield full;
    }
  }
  const rest = cutter.rest();
  if (rest) yield rest;
}

class Cutter {
  readonly #limits: BatchLimits;
  #growing: GrowingBatch;

  constructor(limits: BatchLimits) {
    this.#limits = limits;
    this.#growing = new GrowingBatch(limits.bytes);
  }

  /** @returns the batch before it, when it has no room there */
  take(action: Action): Batch | undefined {
    const { rows } = this.#growing;
    const isFull = rows.length >= this.#limits.documents || !this.#growing.hasRoomFor(action);
    const full = isFull ? this.rest() : undefined;
    this.#growing.add(action);
    return full;
  }

  rest(): Batch | undefined {
    if (this.#growing.rows.length === 0) return undefined;
    const batch = this.#growing.close();
    this.#growing = new GrowingBatch(this.#limits.bytes);
    return batch;
  }
}

/** The part of one or more batches that is to be sent again. */
export function toBatch(rows: readonly BatchRow[]): Batch {
  const body = Buffer.concat(rows.map((row) => row.body.subarray(row.start, row.end)));
  let start = 0;
  const placed = rows.map((row) => {
    const end = start + row.end - row.start;
    const place = { origin: row.origin, body, start, end };
    start = end;
    return place;
  });
  return { body, rows: placed };
}

class GrowingBatch {
  readonly rows: BatchRow[] = [];
  #body: Buffer;
  #length = 0;

  constructor(bytes: number) {
    this.#body = Buffer.allocUnsafe(bytes);
  }

  hasRoomFor({ lines }: Action): boolean {
    return this.#length + lines.length * MAX_BYTES_PER_CHARACTER <= this.#body.length;
  }

  /** A single action may be larger than a batch. */
  add(action: Action): void {
    const { origin, lines } = action;
    if (!this.hasRoomFor(action)) this.#body = Buffer.allocUnsafe(Buffer.byteLength(lines));
    const start = this.#length;
    this.#length += this.#body.write(lines, start);
    this.rows.push({ origin, body: this.#body, start, end: this.#length });
  }

  close(): Batch {
    return { body: this.#body.subarray(0, this.#length), rows: this.rows };
  }
}
