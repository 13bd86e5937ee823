import { createHash } from 'node:crypto';
import type { Rows } from '../load/batches.js';
import type { Outcome } from '../load/outcome.js';

/** The member of the `_meta` of an index. */
const DIGESTS = 'digests';
/** Enough to distinguish two borders of one country. */
const DIGITS = 12;

/** Short digests of what is indexed and cannot be read back: by field, then by id. */
export type Digests = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Takes the digests of some fields while documents pass. */
export class DigestTaker {
  readonly #digests: Record<string, Record<string, string>>;

  constructor(fields: readonly string[]) {
    this.#digests = Object.fromEntries(fields.map((field) => [field, {}]));
  }

  passing<Document extends { id: string }>(rows: Rows<Document>): Rows<Document> {
    // Most resources have none, and awaiting each row would cost as much as making one.
    return Object.keys(this.#digests).length === 0 ? rows : this.#taking(rows);
  }

  async *#taking<Document extends { id: string }>(
    rows: Rows<Document>,
  ): AsyncGenerator<Outcome<Document>> {
    for await (const outcome of rows) {
      if ('document' in outcome) this.#take(outcome.document);
      yield outcome;
    }
  }

  /** Returns the members for the `_meta`. */
  notes(): Record<string, unknown> {
    return Object.keys(this.#digests).length === 0 ? {} : { [DIGESTS]: this.#digests };
  }

  #take(document: { id: string }): void {
    const values = document as unknown as Readonly<Record<string, unknown>>;
    for (const [field, digests] of Object.entries(this.#digests)) {
      const text = JSON.stringify(values[field]) as string | undefined;
      if (text === undefined) continue;
      digests[document.id] = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
    }
  }
}

/** Returns the digests in a `_meta`, which anybody could have written. */
export function digestsIn(meta: Readonly<Record<string, unknown>>): Digests {
  const { [DIGESTS]: found } = meta;
  return typeof found === 'object' && found !== null ? (found as Digests) : {};
}
