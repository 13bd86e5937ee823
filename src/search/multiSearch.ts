import type { Client, estypes } from '@elastic/elasticsearch';
import { unavailable } from '../errors.js';
import { fromItemFailure, type ItemFailure } from './failures.js';
import { forCallers } from '../observe/trace.js';

/** As many documents as a search finds that names no size. */
export const DEFAULT_SIZE = 10;

/** The body of a search, as the query builders make it. */
export type SearchBody = Pick<
  estypes.SearchRequest,
  | 'query'
  | 'sort'
  | 'size'
  | 'from'
  | 'search_after'
  | '_source'
  | 'stored_fields'
  | 'track_scores'
  | 'aggs'
>;

/** What is stored apart of a document, by field. */
export type Fields = Readonly<Record<string, readonly unknown[]>>;

/** One found document. */
export interface Hit<Document> {
  _id: string;
  _source: Document;
  /** Absent where it has none of those asked for. */
  fields?: Fields;
  _score?: number | null;
  /** The names of the clauses that it matches, of those that have one. */
  matched_queries?: readonly string[];
  /** The index behind an alias. */
  _index?: string;
  /** By which it was sorted; the place where a next page begins. */
  sort?: estypes.SortResults;
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

/** What comes back of one search; absent members were left out by Elasticsearch. */
type Item =
  | {
      status?: number;
      hits?: { hits?: Hit<unknown>[] };
      aggregations?: Record<string, { buckets?: Bucket[] }>;
    }
  | ItemFailure;

/** Only what is read comes back. */
const ANSWERED = [
  'error',
  'status',
  'hits.hits._id',
  'hits.hits._score',
  'hits.hits._source',
  'hits.hits.fields',
  'hits.hits.matched_queries',
  'aggregations.*.buckets.key',
  'aggregations.*.buckets.doc_count',
];
/** Read of a page that another one may follow. */
const OF_PAGES = ['hits.hits._index', 'hits.hits.sort'];

/**
 * The searches of a request run one after the other, for requests run beside each other: that
 * leaves the processors idle half as long as fewer, wider ones do.
 */
const queryString = (paths: readonly string[]): string =>
  `max_concurrent_searches=1&filter_path=took,${paths.map((path) => `responses.${path}`).join(',')}`;

const WHOLE = queryString(ANSWERED);
const PAGED = queryString([...ANSWERED, ...OF_PAGES]);

/** Returns the lines of a search in the body of a request. */
export function toLines({ index, body }: IndexSearch): string {
  return `{"index":"${index}","allow_partial_search_results":false}\n${toJson(body)}\n`;
}

/** Returns a search as it is sent: never asking how many match in all, which costs most. */
export function toJson(body: SearchBody): string {
  return JSON.stringify({ ...body, track_total_hits: false });
}

/**
 * Sends searches in one request, and returns the outcome of each, in their order: a failure of one
 * is only its own.
 *
 * @param lines as `toLines` makes them
 * @throws what the client throws when there is no answer
 */
export async function multiSearch(
  client: Client,
  lines: readonly string[],
  { timeoutMs, paged = false }: { timeoutMs: number; paged?: boolean },
): Promise<(Found<unknown> | Error)[]> {
  const { responses } = await client.transport.request<{ responses?: Item[] }>(
    {
      method: 'POST',
      path: '/_msearch',
      querystring: paged ? PAGED : WHOLE,
      bulkBody: lines.join(''),
    },
    { requestTimeout: timeoutMs, ...forCallers() },
  );
  return lines.map((_, position) => outcomeOf(responses?.[position]));
}

function isHit(hit: unknown): hit is Hit<unknown> {
  return typeof (hit as Partial<Hit<unknown>> | null)?._id === 'string';
}

function outcomeOf(item: Item | undefined): Found<unknown> | Error {
  // Nothing found is told as a success without hits. A proxy in between may say anything.
  if (item?.status === undefined) return unavailable();
  if ('error' in item) return fromItemFailure(item);
  const buckets: Record<string, readonly Bucket[]> = {};
  for (const [name, aggregation] of Object.entries(item.aggregations ?? {})) {
    buckets[name] = aggregation.buckets ?? [];
  }
  const hits: unknown = item.hits?.hits ?? [];
  return Array.isArray(hits) && hits.every(isHit) ? { hits, buckets } : unavailable();
}
