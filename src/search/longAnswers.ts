import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { overloaded, unavailable } from '../errors.js';
import { QueueCounts } from '../observe/metrics/queues.js';
import { fromClientError } from './failures.js';
import { DEFAULT_SIZE, type Hit, type IndexSearch, multiSearch, toLines } from './multiSearch.js';
import { noteWait, tracesNow } from '../observe/trace.js';

/** Options of long answers. */
export interface LongAnswerOptions {
  /** Documents that are read at once: enough for speed, too few to hold anybody up. */
  pageHits?: number;
  /** Answers that wait for their turn; further ones are refused. */
  maxWaiting?: number;
  /** Those that metrics show. */
  longAnswerCounts?: QueueCounts;
}

/**
 * Refusals come one after the other: whoever is refused at once asks again at once, and to read and
 * refuse requests would keep the processor from all else.
 */
const REFUSAL_EVERY_MS = 10;
const MAX_PAUSE_MS = 1_000;

/** The share of the last answer in what an answer usually takes. */
const NEWS = 0.2;

/**
 * Reads what asks for many documents: one such answer after the other, page by page, so that
 * Elasticsearch and the event loop have room for short ones all the time.
 */
export class LongAnswers {
  readonly #client: Client;
  readonly #pageHits: number;
  readonly #maxWaiting: number;
  readonly #counts: QueueCounts;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #usualMs = 0;
  #lastRefusal = 0;

  constructor(
    client: Client,
    {
      pageHits = 1_000,
      maxWaiting = 100,
      longAnswerCounts = new QueueCounts(),
    }: LongAnswerOptions = {},
  ) {
    this.#counts = longAnswerCounts;
    this.#client = client;
    this.#pageHits = pageHits;
    this.#maxWaiting = maxWaiting;
  }

  /** Those that wait, and the one that is read. */
  get length(): number {
    return this.#waiting;
  }

  /**
   * Finds documents. The order of the search must be total, for pages follow each other by it.
   *
   * @param deadline when its time is over, by `performance.now()`
   * @throws {ApiError} 503, within a second if its turn would come too late.
   */
  async read(search: IndexSearch, deadline: number): Promise<Hit<unknown>[]> {
    const doneMs = performance.now() + (this.#waiting + 1) * this.#usualMs;
    // Whoever comes alone is never refused: by him it shows that answers take less again.
    const isTooLate = this.#waiting > 0 && doneMs > deadline;
    if (isTooLate || this.#waiting >= this.#maxWaiting) {
      await this.#pause();
      throw overloaded();
    }
    this.#waiting += 1;
    const since = performance.now();
    const turn = this.#last.then(() => {
      const waitedMs = performance.now() - since;
      this.#counts.waits.add(waitedMs);
      noteWait(tracesNow(), waitedMs);
      return this.#readNow(search, deadline);
    });
    // Without what was found, which nobody but the caller shall hold.
    const done = (): void => undefined;
    this.#last = turn.then(done, done);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Waits for the turn of a refusal. */
  async #pause(): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, this.#lastRefusal + REFUSAL_EVERY_MS);
    if (turn - now > MAX_PAUSE_MS) return;
    this.#lastRefusal = turn;
    await sleep(turn - now);
  }

  async #readNow(search: IndexSearch, deadline: number): Promise<Hit<unknown>[]> {
    const begun = performance.now();
    // It says nothing of how long answers take.
    if (begun >= deadline) throw unavailable();
    try {
      return await this.#pages(search, deadline);
    } finally {
      this.#usualMs += NEWS * (performance.now() - begun - this.#usualMs);
    }
  }

  async #pages({ index, body }: IndexSearch, deadline: number): Promise<Hit<unknown>[]> {
    const { size = DEFAULT_SIZE, from = 0, ...query } = body;
    const hits: Hit<unknown>[] = [];
    let page = { index, body: { ...query, from, size: Math.min(size, this.#pageHits) } };
    for (;;) {
      const found = await this.#page(page, deadline);
      for (const hit of found) hits.push(hit);
      if (found.length < page.body.size || hits.length >= size) return hits;
      const last = found.at(-1);
      if (last?._index === undefined || last.sort === undefined) throw unavailable();
      // Of the same index, for the alias may point to a newer one by now.
      page = {
        index: last._index,
        body: {
          ...query,
          from: 0,
          size: Math.min(size - hits.length, this.#pageHits),
          search_after: last.sort,
        },
      };
    }
  }

  async #page(page: IndexSearch, deadline: number): Promise<Hit<unknown>[]> {
    const timeoutMs = Math.ceil(deadline - performance.now());
    if (timeoutMs <= 0) throw unavailable();
    const options = { timeoutMs, paged: true };
    const [outcome] = await multiSearch(this.#client, [toLines(page)], options).catch(
      (error: unknown) => {
        throw fromClientError(error);
      },
    );
    if (outcome instanceof Error) throw outcome;
    return outcome?.hits ?? [];
  }
}
