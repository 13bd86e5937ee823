import type { Fields, Hit } from '../search/search.js';

/** The outcome of a request. `data` already has the shape that callers see; writes answer none. */
export interface Answer {
  readonly data?: unknown;
  /** Well-formed ids that were asked but do not exist; shown only when there are some. */
  readonly missing?: readonly string[];
  /** True if there is more than `data` holds; shown only then. */
  readonly truncated?: boolean;
}

/** An answer that was kept, or is made of what was. */
export interface Recalled {
  /**
   * The same for the same answer, as long as what it is made of stays the same; absent where only
   * the same question has it.
   */
  readonly key?: string;
  /** Undefined: not all that it is made of was kept; only where a key says what is asked. */
  readonly answer: () => Answer | undefined;
}

/** Makes of a stored document, and of what is stored apart of it, what callers see. */
type Present<Document> = (document: Document, fields: Fields | undefined) => unknown;

/** Answers all that was found. */
export function listOf<Document>(
  hits: readonly Hit<Document>[],
  present: Present<Document>,
): Answer {
  return { data: hits.map((hit) => present(hit._source, hit.fields)) };
}

/** Answers at most so many, and whether there are more: `hits` is one longer then. */
export function atMost<Document>(
  max: number,
  hits: readonly Hit<Document>[],
  present: Present<Document>,
): Answer {
  return { ...listOf(hits.slice(0, max), present), truncated: hits.length > max };
}

/**
 * Answers a lookup by ids: in the order asked, and what does not exist in `missing`.
 * @param found null: there is nothing with this id
 */
export function byIds<Found>(
  ids: readonly string[],
  found: Pick<ReadonlyMap<string, Found | null>, 'get'>,
  present: (found: Found) => unknown,
): Answer {
  const data: unknown[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const value = found.get(id) ?? null;
    if (value === null) missing.push(id);
    else data.push(present(value));
  }
  return { data, missing };
}
