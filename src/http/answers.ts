import type { Fields, Hit } from '../store/search.js';

/** The outcome of a request. `data` already has the shape that callers see; writes answer none. */
export interface Answer {
  readonly data?: unknown;
  /** Well-formed ids that were asked but do not exist; shown only when there are some. */
  readonly missing?: readonly string[];
  /** True if there is more than `data` holds; shown only then. */
  readonly truncated?: boolean;
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

/** Answers a lookup by ids: in the order asked, and what does not exist in `missing`. */
export function byIds<Document>(
  ids: readonly string[],
  hits: readonly Hit<Document>[],
  present: Present<Document>,
): Answer {
  const found = new Map(hits.map((hit) => [hit._id, hit]));
  const data: unknown[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const hit = found.get(id);
    if (hit === undefined) missing.push(id);
    else data.push(present(hit._source, hit.fields));
  }
  return { data, missing };
}
