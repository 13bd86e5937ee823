import type { Client } from '@elastic/elasticsearch';
import { overloaded, unavailable } from '../errors.js';
import { BatchQueue } from './batchQueue.js';
import { createDescribeIndices, type DescribeIndices } from './describeIndices.js';
import {
  DEFAULT_SIZE,
  type Found,
  type Hit,
  type IndexSearch,
  multiSearch,
  type SearchBody,
  toLines,
} from './multiSearch.js';

export type { Bucket, Fields, Found, Hit, IndexSearch, SearchBody } from './multiSearch.js';

/**
 * Says of searches that may ask for many documents if they usually find few, or many. `batch`: a
 * short one, of many that one request makes.
 */
export type Expectation = 'short' | 'long' | 'batch';

/**
 * Finds documents.
 * @throws ApiError `unavailable` when Elasticsearch does not answer in time or too much is asked at
 * once, `internal` when it does not understand the query.
 */
export interface Searches {
  /**
   * Many documents are read page by page, for which the order must be total.
   * @param expectation `long` when absent
   */
  readonly search: <Document>(
    index: string,
    body: SearchBody,
    expectation?: Expectation,
  ) => Promise<Hit<Document>[]>;
  /** Several searches in one request, always; their answers come in the same order. */
  readonly searchTogether: <Document>(
    searches: readonly IndexSearch[],
  ) => Promise<Found<Document>[]>;
  readonly describeIndices: DescribeIndices;
  /** Tells whether so much is asked that searches are refused. */
  readonly isCongested: () => boolean;
}

export type Search = Searches['search'];
export type SearchTogether = Searches['searchTogether'];

/** The most documents that a light search asks for. */
export const LIGHT_HITS = 50;
/** A land and its markers are two searches. */
const LIGHT_SEARCHES = 2;
/** The most documents, skipped ones included, that a search shares a request with others for. */
const SHORT_HITS = 500;
/** Found by a search that is expected to be short, usually. */
const USUAL_HITS = 100;
/** Documents that are read at once of a long answer: enough for speed, too few to hold anybody up. */
const PAGE_HITS = 1_000;

/** Searches whose answers somebody wants together. */
interface Group {
  readonly lines: readonly string[];
  /** How many documents they ask for; those that are skipped cost as much. */
  readonly hits: number;
}

/**
 * Makes what searches. Light searches share requests with light ones, and heavy ones with heavy ones, so that nobody who
 * asks for little waits for those who ask for much. Long answers are read page by page, two at a time.
 *
 * @param timeoutMs every search is answered within this time, the wait for its turn included
 */
export function createSearches(client: Client, timeoutMs: number): Searches {
  async function send(groups: readonly Group[], withinMs: number) {
    const lines = groups.flatMap((group) => group.lines);
    const outcomes = await multiSearch(client, lines, { timeoutMs: withinMs });
    return groups.map((group) => together(outcomes.splice(0, group.lines.length)));
  }

  // What goes together at once was measured best by `bench`.
  const ofGroups = { name: 'searches', timeoutMs, send, sendsAgainAlone: true, maxWaiting: 5_000 };
  const light = new BatchQueue<Group, Found<unknown>[]>({
    ...ofGroups,
    maxInFlight: 4,
    maxBatch: 8,
    weightOf: ({ lines }) => lines.length,
    maxPatient: 64,
    maxAgeMs: 500,
  });
  const heavy = new BatchQueue<Group, Found<unknown>[]>({
    ...ofGroups,
    maxInFlight: 2,
    maxBatch: 1_000,
    weightOf: ({ hits }) => hits,
  });
  // One request of a caller makes many: beside it there is room for other lookups.
  const batches = new BatchQueue<Group, Found<unknown>[]>({
    ...ofGroups,
    maxInFlight: 2,
    maxBatch: 100,
    weightOf: ({ lines }) => lines.length,
  });
  const longAnswers = new BatchQueue<IndexSearch, Hit<unknown>[]>({
    name: 'long_answers',
    timeoutMs,
    maxInFlight: 2,
    maxBatch: 1,
    maxWaiting: 100,
    maxPatient: 4,
    maxAgeMs: 500,
    send: async ([search], withinMs) =>
      search === undefined ? [] : [await readPages(client, search, withinMs)],
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
      const queue = expectation === 'batch' ? batches : isLight(group) ? light : heavy;
      const [found] = await queue.add(group);
      const isAll = size <= SHORT_HITS || (found?.hits.length ?? 0) < SHORT_HITS;
      if (isAll) return found?.hits ?? [];
    }
    if (longAnswers.isCongested) throw overloaded();
    return longAnswers.add({ index, body });
  }

  function searchTogether(searches: readonly IndexSearch[]): Promise<Found<unknown>[]> {
    const hits = searches.reduce((sum, { body }) => sum + hitsOf(body), 0);
    const group = { lines: searches.map(toLines), hits };
    return (isLight(group) ? light : heavy).add(group);
  }

  return {
    search: search as Search,
    searchTogether: searchTogether as SearchTogether,
    describeIndices: createDescribeIndices(client, timeoutMs),
    isCongested: () => light.isCongested,
  };
}

function isLight({ lines, hits }: Group): boolean {
  return lines.length <= LIGHT_SEARCHES && hits <= LIGHT_HITS;
}

/** Counts the documents that a search asks for; those that are skipped cost as much. */
function hitsOf({ from = 0, size = DEFAULT_SIZE }: SearchBody): number {
  return from + size;
}

/** The outcome of a group: a failure of one of its searches is that of all of them. */
function together(outcomes: readonly (Found<unknown> | Error)[]): Found<unknown>[] | Error {
  const found: Found<unknown>[] = [];
  for (const outcome of outcomes) {
    if (outcome instanceof Error) return outcome;
    found.push(outcome);
  }
  return found;
}

/**
 * Reads all documents of a search, whose order must be total: pages follow each other by it.
 * @throws {ApiError}, and what the client throws
 */
async function readPages(
  client: Client,
  { index, body }: IndexSearch,
  timeoutMs: number,
): Promise<Hit<unknown>[]> {
  const deadline = performance.now() + timeoutMs;
  const { size = DEFAULT_SIZE, from = 0, ...query } = body;
  const hits: Hit<unknown>[] = [];
  let page: IndexSearch = { index, body: { ...query, from, size: Math.min(size, PAGE_HITS) } };
  for (;;) {
    const leftMs = Math.ceil(deadline - performance.now());
    if (leftMs <= 0) throw unavailable();
    const [outcome] = await multiSearch(client, [toLines(page)], {
      timeoutMs: leftMs,
      paged: true,
    });
    if (outcome === undefined || outcome instanceof Error) throw outcome ?? unavailable();
    for (const hit of outcome.hits) hits.push(hit);
    if (outcome.hits.length < (page.body.size ?? 0) || hits.length >= size) return hits;
    const last = outcome.hits.at(-1);
    if (last?._index === undefined || last.sort === undefined) throw unavailable();
    // Of the same index, for the alias may point to a newer one by now.
    const left = Math.min(size - hits.length, PAGE_HITS);
    page = { index: last._index, body: { ...query, from: 0, size: left, search_after: last.sort } };
  }
}
