import type { Hit } from '../store/search.js';
import type { Answer } from './endpoint.js';

/** Answers a lookup by ids: in the order asked, and what does not exist in `missing`. */
export function answerByIds<Document>(
  ids: readonly string[],
  hits: readonly Hit<Document>[],
  present: (document: Document) => unknown,
): Answer {
  const found = new Map(hits.map((hit) => [hit._id, hit._source]));
  const data: unknown[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const document = found.get(id);
    if (document === undefined) missing.push(id);
    else data.push(present(document));
  }
  return { data, missing };
}
