import type { Client } from '@elastic/elasticsearch';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.js';
import {
  DEFAULT_SIZE,
  type Hit,
  type IndexSearch,
  multiSearch,
  PAGED,
  toLines,
} from './multiSearch.js';

/** Documents per page of a large result. */
const PAGE_HITS = 1_000;
/** How often a large result checks whether light lookups wait. */
const CHECK_EVERY_MS = 5;

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
export async function readPages(
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
