import type { Client, estypes } from '@elastic/elasticsearch';
import { unavailable } from '../errors.js';
import { fromClientError, fromItemFailure, type ItemFailure } from './failures.js';

/** The body of a search, as the query builders make it. */
export type SearchBody = Pick<
  estypes.SearchRequest,
  'query' | 'sort' | 'size' | 'from' | '_source' | 'track_scores' | 'aggs'
>;

/** One found document. */
export interface Hit<Document> {
  _id: string;
  _source: Document;
  _score?: number | null;
}

/** A search and where it looks: an index or alias. */
export interface IndexSearch {
  readonly index: string;
  readonly body: SearchBody;
}

/** The outcome of one of several searches. */
export interface Found<Document> {
  readonly hits: Hit<Document>[];
  /** The buckets of its aggregations, by the name of the aggregation. */
  readonly buckets: Readonly<Record<string, readonly Bucket[]>>;
}

/** A value, and the number of documents that have it. */
export interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

/**
 * Finds documents.
 * @throws ApiError `unavailable` when Elasticsearch does not answer in time, `internal` when it
 * does not understand the query.
 */
export interface Searches {
  readonly search: <Document>(index: string, body: SearchBody) => Promise<Hit<Document>[]>;
  /** Several searches in one request, always; their answers come in the same order. */
  readonly searchTogether: <Document>(
    searches: readonly IndexSearch[],
  ) => Promise<Found<Document>[]>;
}

export type Search = Searches['search'];
export type SearchTogether = Searches['searchTogether'];

interface Waiting {
  lines: string[];
  deadline: number;
  resolve: (found: Found<unknown>[]) => void;
  reject: (error: Error) => void;
}

type Item =
  | {
      hits?: { hits?: Hit<unknown>[] };
      aggregations?: Record<string, { buckets?: Bucket[] }>;
    }
  | ItemFailure;

/** Options of sharing requests; the defaults are those measured best by `bench`. */
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
export function createSearches(client: Client, options: BatchingOptions): Searches {
  const { timeoutMs, maxRequests = 4, maxSearches = 8 } = options;
  const waiting: Waiting[] = [];
  let underWay = 0;
  let scheduled = false;

  async function send(batch: Waiting[], remainingMs: number): Promise<void> {
    try {
      const items = await multiSearch(client, batch, remainingMs);
      for (const waiting of batch) settle(waiting, items.splice(0, waiting.lines.length));
    } catch (error) {
      const failure = fromClientError(error);
      for (const { reject } of batch) reject(failure);
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
      const batch = waiting.splice(0, fitting(waiting, maxSearches));
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

  function searchTogether<Document>(searches: readonly IndexSearch[]): Promise<Found<Document>[]> {
    return new Promise((resolve, reject) => {
      waiting.push({
        lines: searches.map(toLine),
        deadline: performance.now() + timeoutMs,
        resolve: resolve as (found: Found<unknown>[]) => void,
        reject,
      });
      if (scheduled) return;
      scheduled = true;
      // Once per turn of the event loop: all requests read in this turn share a batch.
      setImmediate(dispatch);
    });
  }

  return {
    searchTogether,
    async search<Document>(index: string, body: SearchBody) {
      const [found] = await searchTogether<Document>([{ index, body }]);
      return found?.hits ?? [];
    },
  };
}

function toLine({ index, body }: IndexSearch): string {
  return `{"index":"${index}","allow_partial_search_results":false}\n${toJson(body)}\n`;
}

/** Returns a search as it is sent: never asking how many match in all, which costs most. */
export function toJson(body: SearchBody): string {
  return JSON.stringify({ ...body, track_total_hits: false });
}

/** Counts how many of the first go into one request: as many as it may hold, and one at least. */
function fitting(waiting: readonly Waiting[], maxSearches: number): number {
  let searches = 0;
  let count = 0;
  for (const { lines } of waiting) {
    searches += lines.length;
    if (searches > maxSearches) break;
    count += 1;
  }
  return Math.max(1, count);
}

/** Only what is read comes back. */
const ANSWERED = [
  'error',
  'status',
  'hits.hits._id',
  'hits.hits._score',
  'hits.hits._source',
  'aggregations.*.buckets.key',
  'aggregations.*.buckets.doc_count',
].map((path) => `responses.${path}`);

/**
 * The searches of a batch run one after the other, for batches run beside each other: that leaves
 * the processors idle half as long as fewer, wider batches do.
 */
const QUERY_STRING = `max_concurrent_searches=1&filter_path=${ANSWERED.join(',')}`;

async function multiSearch(client: Client, batch: Waiting[], timeoutMs: number): Promise<Item[]> {
  const { responses } = await client.transport.request<{ responses: Item[] }>(
    {
      method: 'POST',
      path: '/_msearch',
      querystring: QUERY_STRING,
      bulkBody: batch.flatMap(({ lines }) => lines).join(''),
    },
    { requestTimeout: timeoutMs },
  );
  return responses;
}

function settle({ lines, resolve, reject }: Waiting, items: Item[]): void {
  const found: Found<unknown>[] = [];
  for (const item of items) {
    if ('error' in item) {
      reject(fromItemFailure(item));
      return;
    }
    const buckets: Record<string, readonly Bucket[]> = {};
    for (const [name, aggregation] of Object.entries(item.aggregations ?? {})) {
      buckets[name] = aggregation.buckets ?? [];
    }
    found.push({ hits: item.hits?.hits ?? [], buckets });
  }
  if (found.length < lines.length) reject(unavailable());
  else resolve(found);
}
