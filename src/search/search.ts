import type { Client } from '@elastic/elasticsearch';
import { BatchQueue } from '../elasticsearch/batchQueue.js';
import { readPages } from './largeResults.js';
import {
  DEFAULT_SIZE,
  type Found,
  type Hit,
  type IndexSearch,
  multiSearch,
  type SearchBody,
  toLines,
} from './multiSearch.js';

export type { Found, Hit, IndexSearch, SearchBody } from './multiSearch.js';

/** A search for names with typing errors. It costs much more than its hits show. */
export interface FuzzyCost {
  /** The letters of words with two typing errors, or what costs as much. */
  readonly letters: number;
}

/**
 * How many documents a search that may find many usually finds: hardly any (`few`), some (`short`) or
 * many (`long`). `batch`: a short search, one of many that a single request makes.
 */
export type Expectation = 'few' | 'short' | 'long' | 'batch' | FuzzyCost;

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

/** The most documents of a light search, skipped ones included. */
export const LIGHT_HITS = 50;
/** A land and its markers are two searches. */
const LIGHT_SEARCHES = 2;
/** The most documents of a search that shares a request with others. */
const SHORT_HITS = 500;
/** The documents that a search with expectation `short` usually finds. */
const USUAL_HITS = 100;
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
  /** Absent without typing errors. */
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
    maxBatch: 50,
  });
  const isBusy = (): boolean => [light, heavy, fuzzy].some((queue) => queue.isBusy);
  const largeResults = new BatchQueue<IndexSearch, Hit<unknown>[]>({
    name: 'large_results',
    timeoutMs,
    maxInFlight: 1,
    maxBatch: 1,
    maxWaiting: 100,
    maxAgeMs: MAX_AGE_MS,
    send: async ([search], withinMs) =>
      search === undefined ? [] : [await readPages(client, search, withinMs, isBusy)],
  });

  /** Searches in the queue of this kind of search. */
  function add(group: SearchGroup, expectation?: Expectation): Promise<Found<unknown>[]> {
    if (typeof expectation === 'object') return fuzzy.add({ ...group, ...expectation });
    if (expectation === 'batch') return batches.add(group);
    return (isLight(group) ? light : heavy).add(group);
  }

  async function search(
    index: string,
    body: SearchBody,
    expectation?: Expectation,
  ): Promise<Hit<unknown>[]> {
    const { size = DEFAULT_SIZE } = body;
    const isShort = hitsOf(body) <= SHORT_HITS;
    if (isShort || expectation === 'short' || expectation === 'few') {
      const first = { index, body: { ...body, size: Math.min(size, SHORT_HITS) } };
      const isFew = expectation === 'few';
      const usualHits = Math.min(size, isFew ? LIGHT_HITS : isShort ? Infinity : USUAL_HITS);
      const usual = hitsOf({ ...body, size: usualHits });
      // All matches get a score, however few are returned.
      const hits = usual + (body.query?.function_score === undefined ? 0 : LIGHT_HITS);
      const [found] = await add({ lines: [toLines(first)], hits }, expectation);
      const isAll = size <= SHORT_HITS || (found?.hits.length ?? 0) < SHORT_HITS;
      if (isAll) return found?.hits ?? [];
    }
    return largeResults.add({ index, body });
  }

  function searchTogether(
    searches: readonly IndexSearch[],
    expectation?: Expectation,
  ): Promise<Found<unknown>[]> {
    const hits = searches.reduce((sum, { body }) => sum + hitsOf(body), 0);
    return add({ lines: searches.map(toLines), hits }, expectation);
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
