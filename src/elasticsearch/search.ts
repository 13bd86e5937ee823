import type { Client, estypes } from '@elastic/elasticsearch';
import { unavailable } from '../errors.js';
import { fromClientError, fromItemFailure, type ItemFailure } from './failures.js';

/** The body of a search, as the query builders make it. */
export type SearchBody = Pick<
  estypes.SearchRequest,
  'query' | 'sort' | 'size' | 'from' | '_source' | 'track_total_hits' | 'track_scores'
>;

/** One found document. */
export interface Hit<Document> {
  _id: string;
  _source: Document;
  _score?: number | null;
}

/**
 * Finds the documents of an index or alias.
 * @throws ApiError `unavailable` when Elasticsearch does not answer in time, `internal` when it
 * does not understand the query.
 */
export type Search = <Document>(index: string, body: SearchBody) => Promise<Hit<Document>[]>;

interface Waiting {
  line: string;
  deadline: number;
  resolve: (hits: Hit<unknown>[]) => void;
  reject: (error: Error) => void;
}

type Item = { hits?: { hits?: Hit<unknown>[] } } | ItemFailure;

/** How concurrent searches share requests; the defaults are those measured best by `bench`. */
export interface BatchingOptions {
  timeoutMs: number;
  /** Requests under way at once; whatever arrives meanwhile waits and goes together. */
  maxRequests?: number;
  /** Searches in one request. */
  maxSearches?: number;
}

/**
 * Searches that arrive while earlier ones are under way go together in one `_msearch`, which
 * saves most of the cost of a request under load and adds nothing to a lone search.
 *
 * Every search is answered within `timeoutMs` of its arrival, the wait for its turn included.
 */
export function createSearch(client: Client, options: BatchingOptions): Search {
  const { timeoutMs, maxRequests = 4, maxSearches = 8 } = options;
  const waiting: Waiting[] = [];
  let underWay = 0;
  let scheduled = false;

  async function send(batch: Waiting[], remainingMs: number): Promise<void> {
    try {
      const items = await multiSearch(client, batch, remainingMs);
      batch.forEach((search, position) => {
        settle(search, items[position]);
      });
    } catch (error) {
      const failure = fromClientError(error);
      for (const search of batch) search.reject(failure);
    } finally {
      underWay -= 1;
      dispatch();
    }
  }

  function dispatch(): void {
    scheduled = false;
    const now = performance.now();
    refuseLate(now);
    while (underWay < maxRequests) {
      const batch = waiting.splice(0, maxSearches);
      const [oldest] = batch;
      if (oldest === undefined) return;
      underWay += 1;
      void send(batch, Math.ceil(oldest.deadline - now));
    }
  }

  /** Their time ran out while they waited for their turn; the oldest come first. */
  function refuseLate(now: number): void {
    while (waiting[0] !== undefined && waiting[0].deadline <= now) {
      waiting.shift()?.reject(unavailable());
    }
  }

  return <Document>(index: string, body: SearchBody) =>
    new Promise<Hit<Document>[]>((resolve, reject) => {
      waiting.push({
        line: `{"index":"${index}","allow_partial_search_results":false}\n${JSON.stringify(body)}\n`,
        deadline: performance.now() + timeoutMs,
        resolve: resolve as (hits: Hit<unknown>[]) => void,
        reject,
      });
      if (scheduled) return;
      scheduled = true;
      // Once per turn of the event loop: all requests read in this turn share a batch.
      setImmediate(dispatch);
    });
}

/**
 * Only what is read comes back. The searches of a batch run one after the other, for batches run
 * beside each other: that leaves the processors idle half as long as fewer, wider batches do.
 */
const QUERY_STRING =
  'max_concurrent_searches=1&filter_path=responses.error,responses.status,' +
  ['_id', '_score', '_source'].map((field) => `responses.hits.hits.${field}`).join(',');

async function multiSearch(client: Client, batch: Waiting[], timeoutMs: number): Promise<Item[]> {
  const { responses } = await client.transport.request<{ responses: Item[] }>(
    {
      method: 'POST',
      path: '/_msearch',
      querystring: QUERY_STRING,
      bulkBody: batch.map((search) => search.line).join(''),
    },
    { requestTimeout: timeoutMs },
  );
  return responses;
}

function settle(search: Waiting, item: Item | undefined): void {
  if (item === undefined) search.reject(unavailable());
  else if ('error' in item) search.reject(fromItemFailure(item));
  else search.resolve(item.hits?.hits ?? []);
}
