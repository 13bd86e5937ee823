import type { Client, estypes } from '@elastic/elasticsearch';

/** Between one page and the next. */
const KEEP_ALIVE = '5m';

/** Which documents are read, absent: all; the part of each, and of how many at once. */
export type Wanted = { size: number } & Pick<
  estypes.SearchRequest,
  '_source' | 'stored_fields' | 'filter_path' | 'query'
>;

/**
 * Reads the documents of an index, a page at a time, in the order in which they are stored: to have
 * Elasticsearch sort them takes twice as long.
 * @throws a 404 when the index is gone, or when Elasticsearch was started anew meanwhile, and does
 * not know any more how far the reading was; else what the client throws
 */
export async function* storedPages<Document>(
  client: Client,
  index: string,
  wanted: Wanted,
): AsyncGenerator<readonly estypes.SearchHit<Document>[], void, undefined> {
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  try {
    for (let after: estypes.SortResults | undefined; ;) {
      const { hits } = await client.search<Document>({
        ...wanted,
        pit: { id, keep_alive: KEEP_ALIVE },
        sort: [{ _shard_doc: 'asc' }],
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(after === undefined ? {} : { search_after: after }),
      });
      // Where paths are filtered, nothing at all is answered when nothing is left.
      const page = (hits as typeof hits | undefined)?.hits ?? [];
      if (page.length > 0) yield page;
      after = page.at(-1)?.sort;
      if (page.length < wanted.size) return;
    }
  } finally {
    // One that stays open is closed by Elasticsearch, soon.
    await client.closePointInTime({ id }, { maxRetries: 0 }).catch(() => undefined);
  }
}
