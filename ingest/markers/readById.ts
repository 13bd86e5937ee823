import type { Client } from '@elastic/elasticsearch';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { type Patience, retrying } from '../../core/elasticsearch/retry.js';

const PAGE = 10_000;

export interface ReadTarget extends Patience {
  client: Client;
}

export interface Stored<Document> {
  id: string;
  document: Document;
  /** The version of the document; a write with it fails when it is not the last one. */
  version: { if_seq_no: number; if_primary_term: number };
}

/**
 * All documents of an index, ordered by their `id` (of its UTF-8 bytes), a page at a time. Writes
 * made meanwhile may be seen or not, but no document that was there before is left out or doubled.
 * @param fields of the documents that are read, `id` among them
 * @throws when Elasticsearch stays away or busy, or cannot read all of the index
 */
export async function* readById<Document extends { id: string }>(
  { client, ...patience }: ReadTarget,
  index: string,
  fields: (string & keyof Document)[],
): AsyncGenerator<Stored<Document>> {
  for (let after: string | undefined; ;) {
    const request = {
      index,
      _source: fields,
      size: PAGE,
      sort: [{ id: 'asc' as const }],
      seq_no_primary_term: true,
      track_total_hits: false,
      // The documents of a missing shard would be taken for vanished.
      allow_partial_search_results: false,
      ...(after === undefined ? {} : { search_after: [after] }),
    };
    const { hits } = await retrying(patience, () =>
      client.search<Document>(request, { maxRetries: 0, signal: patience.signal }),
    ).catch((error: unknown) => {
      throw hasStatus(error, 404)
        ? new Error(`${index} was deleted while it was read: try again.`)
        : error;
    });
    for (const { _source: document, _seq_no, _primary_term } of hits.hits) {
      if (document === undefined) throw new Error(`${index} holds a document without content.`);
      const version = { if_seq_no: _seq_no ?? 0, if_primary_term: _primary_term ?? 0 };
      yield { id: document.id, document, version };
      after = document.id;
    }
    if (hits.hits.length < PAGE) return;
  }
}
