import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { createDescribeIndices, type DescribeIndices } from './describeIndices.js';
import { LongAnswers, type LongAnswerOptions } from './longAnswers.js';
import {
  DEFAULT_SIZE,
  type Found,
  type Hit,
  type IndexSearch,
  type SearchBody,
  toLines,
} from './multiSearch.js';
import { type QueueOptions, SearchQueue } from './searchQueue.js';

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

export interface SearchOptions extends QueueOptions, LongAnswerOptions {
  /** Every search is answered within this time, the wait for its turn included. */
  timeoutMs: number;
}

/** The most documents, skipped ones included, that a search shares a queue with others for. */
const SHORT_HITS = 500;
/** Indices that long answers are read of at the same time. */
const MAX_INDICES = 32;
/** Found by a search that is expected to be short, usually. */
const USUAL_HITS = 100;

/** A batch has few and large requests of its own: beside it there is room for other lookups. */
const BATCHES = { maxRequests: 2, maxSearches: 100, maxHits: 50_000, maxQueuedMs: 1_000 };

/**
 * Short searches share requests. Long answers of an index wait for each other, and hold nobody else
 * up.
 */
export function createSearches(client: Client, options: SearchOptions): Searches {
  const queue = new SearchQueue(client, options);
  // A batch comes at once, and is no lasting crowd.
  const batches = new SearchQueue(client, { ...options, ...BATCHES, lastingMs: Infinity });
  // Every generation is an index of its own, and after weeks most of them are gone.
  const longAnswers = new LRUCache<string, LongAnswers>({ max: MAX_INDICES });
  options.longAnswerCounts?.measure(() =>
    [...longAnswers.values()].reduce((sum, { length }) => sum + length, 0),
  );

  async function search(
    index: string,
    body: SearchBody,
    expectation?: Expectation,
  ): Promise<Hit<unknown>[]> {
    const deadline = performance.now() + options.timeoutMs;
    const { size = DEFAULT_SIZE } = body;
    const isShort = hitsOf(body) <= SHORT_HITS;
    const sharing = expectation === 'batch' ? batches : queue;
    if (isShort || expectation === 'short') {
      const first = { index, body: { ...body, size: Math.min(size, SHORT_HITS) } };
      const hits = isShort ? hitsOf(body) : hitsOf({ ...body, size: USUAL_HITS });
      const [found] = await sharing.search({ lines: [toLines(first)], hits, deadline });
      const isAll = size <= SHORT_HITS || (found?.hits.length ?? 0) < SHORT_HITS;
      if (isAll) return found?.hits ?? [];
    }
    return longAnswersOf(index).read({ index, body }, deadline);
  }

  function longAnswersOf(index: string): LongAnswers {
    const known = longAnswers.get(index) ?? new LongAnswers(client, options);
    longAnswers.set(index, known);
    return known;
  }

  function searchTogether(searches: readonly IndexSearch[]): Promise<Found<unknown>[]> {
    const hits = searches.reduce((sum, { body }) => sum + hitsOf(body), 0);
    const deadline = performance.now() + options.timeoutMs;
    return queue.search({ lines: searches.map(toLines), hits, deadline });
  }

  return {
    search: search as Search,
    searchTogether: searchTogether as SearchTogether,
    describeIndices: createDescribeIndices(client, options.timeoutMs),
    isCongested: () => queue.isCongested,
  };
}

/** Counts the documents that a search asks for; those that are skipped cost as much. */
function hitsOf({ from = 0, size = DEFAULT_SIZE }: SearchBody): number {
  return from + size;
}
