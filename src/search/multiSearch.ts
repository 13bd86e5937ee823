import type { Client, estypes } from '@elastic/elasticsearch';
import { fromItemFailure, type ItemFailure } from '../elasticsearch/failures.js';
import { unavailable } from '../errors.js';
import { opaqueIds } from '../observe/elasticsearch.js';

/** The body of a search, as query builders return it. */
export type SearchBody = Pick<
  estypes.SearchRequest,
  | 'query'
  | 'sort'
  | 'size'
  | 'from'
  | 'search_after'
  | '_source'
  | 'stored_fields'
  | 'docvalue_fields'
  | 'aggs'
>;

/** A document that a search found. */
export interface Hit<Document> {
  _id: string;
  _source: Document;
  /** Stored fields, by name. Absent if it has none of the requested ones. */
  fields?: Readonly<Record<string, readonly unknown[]>>;
  /** The names of matching clauses. */
  matched_queries?: readonly string[];
  /** The index behind an alias. */
  _index?: string;
  /** The sort values, from which the next page starts. */
  sort?: estypes.SortResults;
}

/** A search in an index or alias. */
export interface IndexSearch {
  readonly index: string;
  readonly body: SearchBody;
}

/** The result of one search. */
export interface Found<Document> {
  readonly hits: Hit<Document>[];
  readonly aggregations?: Aggregations | undefined;
}

/** Aggregations by their names. Elasticsearch leaves out empty members. */
type Aggregations = Readonly<
  Record<
    string,
    { readonly buckets?: readonly { readonly key: string; readonly doc_count: number }[] }
  >
>;

/** The size of a search that names none. */
export const DEFAULT_SIZE = 10;

/** Returns the header and the body of a search. It never counts all matches, which costs most. */
export function toLines({ index, body }: IndexSearch): string {
  const search = JSON.stringify({ ...body, track_total_hits: false });
  return `{"index":"${index}","allow_partial_search_results":false}\n${search}`;
}

/** The answer to one search. Elasticsearch leaves out empty members. */
type Item =
  { status?: number; hits?: { hits?: unknown }; aggregations?: Aggregations } | ItemFailure;

/** Only these members are sent. */
const MEMBERS = [
  'error',
  'status',
  'hits.hits._id',
  'hits.hits._source',
  'hits.hits.fields',
  'hits.hits.matched_queries',
  'aggregations.*.buckets.key',
  'aggregations.*.buckets.doc_count',
];
/** Needed to read the next page. */
const PAGE_MEMBERS = ['hits.hits._index', 'hits.hits.sort'];

// The searches of a request run one after the other, because several requests run in parallel: that
// leaves processors idle half as long as fewer, wider requests.
const queryString = (paths: readonly string[]): string =>
  `max_concurrent_searches=1&filter_path=took,${paths.map((path) => `responses.${path}`).join(',')}`;

const WHOLE = queryString(MEMBERS);
export const PAGED = queryString([...MEMBERS, ...PAGE_MEMBERS]);

/**
 * Sends searches in one request, and returns a result or error for each.
 * @param lines from `toLines`
 * @throws errors of the client if there is no answer
 */
export async function multiSearch(
  client: Client,
  lines: string[],
  timeoutMs: number,
  querystring = WHOLE,
): Promise<(Found<unknown> | Error)[]> {
  const { responses } = await client.transport.request<{ responses?: Item[] }>(
    { method: 'POST', path: '/_msearch', querystring, bulkBody: lines },
    { requestTimeout: timeoutMs, ...opaqueIds() },
  );
  return lines.map((_, position) => outcomeOf(responses?.[position]));
}

function isHit(hit: unknown): hit is Hit<unknown> {
  return typeof (hit as Partial<Hit<unknown>> | null)?._id === 'string';
}

function outcomeOf(item: Item | undefined): Found<unknown> | Error {
  // No hits still have a status. A proxy in between may answer anything.
  if (item?.status === undefined) return unavailable();
  if ('error' in item) return fromItemFailure(item);
  const hits = item.hits?.hits ?? [];
  const { aggregations } = item;
  return Array.isArray(hits) && hits.every(isHit) ? { hits, aggregations } : unavailable();
}
