import type { Client, estypes } from '@elastic/elasticsearch';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestSlots } from '../access/limits.js';
import { unavailable } from '../errors.js';
import { currentTraces, opaqueIds } from '../observe/elasticsearch.js';
import { BatchQueue } from './batchQueue.js';
import { fromItemFailure, type ItemFailure } from './failures.js';

/** The body of a search, as query builders return it. */
export type SearchBody = Pick<
  estypes.SearchRequest,
  'query' | 'sort' | 'size' | 'from' | 'search_after' | '_source' | 'stored_fields' | 'aggs'
>;

/** The `query` of a search, or a part of it. */
export type Query = estypes.QueryDslQueryContainer;

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

/** A search for names with typing errors. It costs much more than its hits show. */
export interface FuzzyCost {
  /** The letters of words with two typing errors, or what costs as much. */
  readonly letters: number;
}

/**
 * Whether a search that may find many documents usually finds few (`short`) or many (`long`).
 * `batch`: a short search, one of many that a single request makes.
 */
export type Expectation = 'short' | 'long' | 'batch' | FuzzyCost;

/**
 * Functions that search.
 * @throws {ApiError} `unavailable` if Elasticsearch does not answer in time or a queue is full,
 * `internal` if Elasticsearch rejects the query
 */
export interface Searches {
  /**
   * Large results are read page by page, which needs a total sort order.
   * @param expectation `long` when absent
   */
  readonly search: <Document>(
    index: string,
    body: SearchBody,
    expectation?: Expectation,
  ) => Promise<Hit<Document>[]>;
  /** Sends several searches in one request. The results have the same order. */
  readonly searchTogether: <Document>(
    searches: readonly IndexSearch[],
    expectation?: Expectation,
  ) => Promise<Found<Document>[]>;
}

export type Search = Searches['search'];
export type SearchTogether = Searches['searchTogether'];

/** The size of a search that names none. */
const DEFAULT_SIZE = 10;
/** The most documents of a light search, skipped ones included. */
export const LIGHT_HITS = 50;
/** A land and its markers are two searches. */
const LIGHT_SEARCHES = 2;
/** The most documents of a search that shares a request with others. */
const SHORT_HITS = 500;
/** The documents that a search with expectation `short` usually finds. */
const USUAL_HITS = 100;
/** Documents per page of a large result. */
const PAGE_HITS = 1_000;
/** How often a large result checks whether light lookups wait. */
const CHECK_EVERY_MS = 5;
const MAX_AGE_MS = 500;
/** The hits with all their names that cost as much as a letter of a `FuzzyCost`: half a millisecond. */
const HITS_PER_LETTER = 8;
/** The queue of searches with typing errors. One batch takes a processor for 15 ms, or is a single search. */
const FUZZY = { name: 'fuzzy', maxInFlight: 1, maxBatch: 32, maxWaiting: 200 };

/** Searches that are sent together. */
interface SearchGroup {
  readonly lines: readonly string[];
  /** Requested documents; skipped ones cost as much. */
  readonly hits: number;
  /** Of a search with typing errors. */
  readonly letters?: number;
}

/**
 * Creates the functions that search. Each kind of search has its own queue, so that a lookup of a
 * few documents never waits for large results or for the many searches of a batch.
 * @param timeoutMs every search is settled within this time, including its wait
 */
export function createSearches(client: Client, timeoutMs: number): Searches {
  async function send(groups: readonly SearchGroup[], withinMs: number) {
    const lines = groups.flatMap((group) => group.lines);
    const results = await multiSearch(client, lines, withinMs);
    return groups.map((group) => together(results.splice(0, group.lines.length)));
  }

  const options = { name: 'searches', timeoutMs, send, retriesAlone: true, maxWaiting: 5_000 };
  const aging = { ...options, maxAgeMs: MAX_AGE_MS };
  // The sizes of batches were measured with `npm run bench`.
  const light = new BatchQueue({ ...aging, maxInFlight: 4, maxBatch: 8, weightOf: searchesIn });
  const heavy = new BatchQueue({ ...aging, maxInFlight: 2, maxBatch: 1_000, weightOf: hitsIn });
  const fuzzy = new BatchQueue({ ...aging, ...FUZZY, weightOf: lettersIn });
  const batches = new BatchQueue({
    ...options,
    retriesAlone: false,
    maxInFlight: 2,
    maxBatch: 100,
  });
  const isLightBusy = (): boolean => light.isBusy;
  const largeOfTokens = new RequestSlots();
  const largeResults = new BatchQueue<IndexSearch, Hit<unknown>[]>({
    name: 'large_results',
    timeoutMs,
    maxInFlight: 2,
    maxBatch: 1,
    maxWaiting: 100,
    maxAgeMs: MAX_AGE_MS,
    send: async ([search], withinMs) =>
      search === undefined ? [] : [await readPages(client, search, withinMs, isLightBusy)],
  });

  async function search(
    index: string,
    body: SearchBody,
    expectation?: Expectation,
  ): Promise<Hit<unknown>[]> {
    const { size = DEFAULT_SIZE } = body;
    const isShort = hitsOf(body) <= SHORT_HITS;
    if (isShort || expectation === 'short') {
      const first = { index, body: { ...body, size: Math.min(size, SHORT_HITS) } };
      const hits = isShort ? hitsOf(body) : hitsOf({ ...body, size: USUAL_HITS });
      const group = { lines: [toLines(first)], hits };
      const [found] =
        typeof expectation === 'object'
          ? await fuzzy.add({ ...group, ...expectation })
          : await (expectation === 'batch' ? batches : isLight(group) ? light : heavy).add(group);
      const isAll = size <= SHORT_HITS || (found?.hits.length ?? 0) < SHORT_HITS;
      if (isAll) return found?.hits ?? [];
    }
    const [trace] = currentTraces();
    return largeOfTokens.run(() => largeResults.add({ index, body }), trace?.tokenId);
  }

  function searchTogether(
    searches: readonly IndexSearch[],
    expectation?: Expectation,
  ): Promise<Found<unknown>[]> {
    const hits = searches.reduce((sum, { body }) => sum + hitsOf(body), 0);
    const group = { lines: searches.map(toLines), hits };
    return (expectation === 'batch' ? batches : isLight(group) ? light : heavy).add(group);
  }

  return {
    search: search as Search,
    searchTogether: searchTogether as SearchTogether,
  };
}

const searchesIn = ({ lines }: SearchGroup): number => lines.length;
const hitsIn = ({ hits }: SearchGroup): number => hits;
const lettersIn = ({ hits, letters = 0 }: SearchGroup): number => letters + hits / HITS_PER_LETTER;

function isLight({ lines, hits }: SearchGroup): boolean {
  return lines.length <= LIGHT_SEARCHES && hits <= LIGHT_HITS;
}

function hitsOf({ from = 0, size = DEFAULT_SIZE }: SearchBody): number {
  return from + size;
}

/** Returns the results of a group, or the first error in it. */
function together(results: (Found<unknown> | Error)[]): Found<unknown>[] | Error {
  return results.find((each) => each instanceof Error) ?? (results as Found<unknown>[]);
}

/**
 * Waits while others are busy: at least `pauseMs` then, and at most `maxMs`, so that under a sustained
 * load there is time left for the work itself.
 */
async function giveWay(isBusy: () => boolean, pauseMs: number, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  if (isBusy()) await sleep(Math.min(pauseMs, maxMs));
  while (isBusy() && performance.now() < end) await sleep(CHECK_EVERY_MS);
}

/**
 * Reads all documents of a search page by page. Its sort order must be total. Before a page it gives
 * way to others, as long as the page before took, and for half of its time at most.
 * @throws {ApiError} and errors of the client
 */
async function readPages(
  client: Client,
  { index, body }: IndexSearch,
  timeoutMs: number,
  isBusy: () => boolean,
): Promise<Hit<unknown>[]> {
  const deadline = performance.now() + timeoutMs;
  const { size = DEFAULT_SIZE, from = 0, ...query } = body;
  const hits: Hit<unknown>[] = [];
  let page: IndexSearch = { index, body: { ...query, from, size: Math.min(size, PAGE_HITS) } };
  let tookMs = 0;
  for (;;) {
    const pagesLeft = Math.ceil((size - hits.length) / PAGE_HITS);
    await giveWay(isBusy, tookMs, (deadline - performance.now()) / (2 * pagesLeft));
    const begun = performance.now();
    const leftMs = Math.ceil(deadline - performance.now());
    if (leftMs <= 0) throw unavailable();
    const [outcome] = await multiSearch(client, [toLines(page)], leftMs, PAGED);
    if (outcome === undefined || outcome instanceof Error) throw outcome ?? unavailable();
    tookMs = performance.now() - begun;
    for (const hit of outcome.hits) hits.push(hit);
    if (outcome.hits.length < (page.body.size ?? 0) || hits.length >= size) return hits;
    const last = outcome.hits.at(-1);
    if (last?._index === undefined || last.sort === undefined) throw unavailable();
    // From the same index, because the alias may have been swapped.
    const left = Math.min(size - hits.length, PAGE_HITS);
    page = { index: last._index, body: { ...query, from: 0, size: left, search_after: last.sort } };
  }
}

/** Returns the header and the body of a search. It never counts all matches, which costs most. */
function toLines({ index, body }: IndexSearch): string {
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
const PAGED = queryString([...MEMBERS, ...PAGE_MEMBERS]);

/**
 * Sends searches in one request, and returns a result or error for each.
 * @param lines from `toLines`
 * @throws errors of the client if there is no answer
 */
async function multiSearch(
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
