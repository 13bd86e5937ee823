import { createHash } from 'node:crypto';
import type { Rows } from '../load/batches.js';
import type { Outcome } from '../load/outcome.js';

/** The member of the `_meta` of an index with its digests. */
export const DIGESTS = 'digests';
/** Enough to distinguish two borders of one country. */
const DIGITS = 12;

/** Short digests of fields that are indexed and cannot be read back: by field, then by id. */
export type Digests = Record<string, Record<string, string>>;

/** Passes rows on, and adds the digests of their documents for each field of `digests`. */
export async function* digesting<Document extends { id: string }>(
  rows: Rows<Document>,
  digests: Digests,
): AsyncGenerator<Outcome<Document>> {
  for await (const outcome of rows) {
    if ('document' in outcome) {
      const values = outcome.document as Readonly<Record<string, unknown>>;
      for (const [field, digestsOfField] of Object.entries(digests)) {
        const text = JSON.stringify(values[field]) as string | undefined;
        if (text === undefined) continue;
        const digest = createHash('sha256').update(text).digest('hex');
        digestsOfField[outcome.document.id] = digest.slice(0, DIGITS);
      }
    }
    yield outcome;
  }
}

/** Returns the digests in a `_meta`, which anybody could have written. */
export function digestsIn({ [DIGESTS]: found }: Readonly<Record<string, unknown>>): Digests {
  return typeof found === 'object' && found !== null ? (found as Digests) : {};
}
