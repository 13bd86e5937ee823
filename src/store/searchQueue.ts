import { type Client, errors } from '@elastic/elasticsearch';
import { overloaded, unavailable } from '../errors.js';
import { QueueCounts } from '../metrics/queues.js';
import { fromClientError } from './failures.js';
import { type Found, multiSearch } from './multiSearch.js';
import { noteWait, type Trace, traced, tracesNow, tracesOf } from './trace.js';

/** Options of sharing requests; the defaults are those measured best by `bench`. */
export interface QueueOptions {
  /** Requests under way at once; whatever arrives meanwhile waits and goes together. */
  maxRequests?: number;
  /** Searches in one request. */
  maxSearches?: number;
  /** Documents that the searches of one request ask for. */
  maxHits?: number;
  /** While the oldest has waited so long for its turn, new ones are refused at once. */
  maxQueuedMs?: number;
  /** Those that metrics show. */
  searchCounts?: QueueCounts;
  /** After so long, more than can be answered is no passing crowd: fewer may wait, until for as long nobody is refused. */
  lastingMs?: number;
}

/** Searches that belong together. */
export interface Group {
  /** As `toLines` makes them. */
  readonly lines: readonly string[];
  /** How many documents they ask for. */
  readonly hits: number;
  /** When their time is over, by `performance.now()`. */
  readonly deadline: number;
}

interface Waiting extends Group {
  /** By `performance.now()`. */
  since: number;
  readonly traces: readonly Trace[];
  readonly resolve: (found: Found<unknown>[]) => void;
  readonly reject: (error: Error) => void;
}

/** No limit of waiting is shorter. */
const MIN_QUEUED_MS = 20;
/** And for so many times as a request takes: one round behind another, as 64 callers at once need it. */
const ROUNDS_QUEUED = 2;
/** Of the latest request, in the usual time of one. */
const WEIGHT = 0.1;

/**
 * Searches that arrive while earlier ones are under way go together in one `_msearch`, which
 * saves most of the cost of a request under load and adds nothing to a lone search.
 *
 * A request that several share has half of the time that is left. If that is not enough, one of
 * them may be at fault, and each is sent again alone.
 *
 * A crowd that comes at once, or while Elasticsearch pauses, is waited for. Where more comes all the
 * time than can be answered, a queue would only make everybody wait: then only as many wait as can be
 * under way, and whoever comes beside them is refused at once, until there has been room for all for a while.
 */
export class SearchQueue {
  readonly #client: Client;
  readonly #options: Required<QueueOptions>;
  readonly #waiting: Waiting[] = [];
  /** They go before others, and one by one. */
  readonly #again: Waiting[] = [];
  #underWay = 0;
  #againUnderWay = 0;
  #scheduled = false;
  /** How long a request takes. */
  #usualMs = 0;
  /** Since when the oldest had to wait for long each time, and those who waited became no fewer. */
  #crowdedSince: number | undefined;
  /** How many waited then. */
  #fewest = 0;
  /** Once it has been so for long: until nobody has had to be refused for as long, by `performance.now()`. */
  #lastsUntil = 0;

  constructor(
    client: Client,
    {
      maxRequests = 4,
      maxSearches = 8,
      maxHits = 1_000,
      maxQueuedMs = 500,
      lastingMs = 200,
      searchCounts = new QueueCounts(),
    }: QueueOptions,
  ) {
    this.#client = client;
    this.#options = { maxRequests, maxSearches, maxHits, maxQueuedMs, lastingMs, searchCounts };
    searchCounts.measure(() => this.#waiting.length + this.#again.length);
  }

  /** Tells whether so many wait, or for so long, that a new one is refused. Whoever asks refuses it then. */
  get isCongested(): boolean {
    if (this.#waiting.length === 0) return false;
    const now = performance.now();
    const isLasting = this.#isLasting(now);
    const isFull = isLasting && this.#waitingRequests >= this.#options.maxRequests;
    if (!isFull && this.#waitedMs(now) < this.#limitMs(now)) return false;
    if (isLasting) this.#lastOn(now);
    return true;
  }

  /** How many requests those who wait fill. */
  get #waitingRequests(): number {
    return this.#waiting.reduce((sum, group) => sum + this.#shareOf(group), 0);
  }

  /** Returns which part of a request searches fill. */
  #shareOf({ lines, hits }: Group): number {
    const { maxSearches, maxHits } = this.#options;
    return Math.max(lines.length / maxSearches, hits / maxHits);
  }

  #isLasting(now: number): boolean {
    return now < this.#lastsUntil;
  }

  #lastOn(now: number): void {
    this.#lastsUntil = now + this.#options.lastingMs;
  }

  /** As long as a search may wait. */
  #limitMs(now: number): number {
    const { maxQueuedMs } = this.#options;
    return this.#isLasting(now) ? Math.min(maxQueuedMs, this.#shortMs) : maxQueuedMs;
  }

  get #shortMs(): number {
    return Math.max(MIN_QUEUED_MS, ROUNDS_QUEUED * this.#usualMs);
  }

  /**
   * Answers searches in their order, within their time, the wait for their turn included.
   *
   * @throws {ApiError} 503, at once if too many wait.
   */
  search(group: Group): Promise<Found<unknown>[]> {
    return new Promise((resolve, reject) => {
      if (this.isCongested) {
        reject(overloaded());
        return;
      }
      const since = performance.now();
      this.#waiting.push({ ...group, since, traces: tracesNow(), resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      // Once per turn of the event loop: all requests read in this turn share a batch.
      setImmediate(() => {
        this.#scheduled = false;
        this.#dispatch();
      });
    });
  }

  #dispatch(): void {
    const now = performance.now();
    for (const queue of [this.#again, this.#waiting]) refuseLate(queue, now);
    // Who waits while requests are slow to come back is no crowd.
    if (this.#underWay < this.#options.maxRequests) this.#refuseCrowd(now);
    while (this.#underWay < this.#options.maxRequests) {
      // One request is left to those that came for the first time.
      const isAgain = this.#againUnderWay < Math.max(1, this.#options.maxRequests - 1);
      const again = isAgain ? this.#again.shift() : undefined;
      const batch = again === undefined ? this.#waiting.splice(0, this.#fitting()) : [again];
      const [oldest] = batch;
      if (oldest === undefined) {
        this.#crowdedSince = undefined;
        return;
      }
      this.#underWay += 1;
      this.#count(batch, now);
      if (again !== undefined) this.#againUnderWay += 1;
      void this.#send(batch, oldest.deadline - now).finally(() => {
        this.#underWay -= 1;
        if (again !== undefined) this.#againUnderWay -= 1;
        this.#dispatch();
      });
    }
  }

  #count(batch: readonly Waiting[], now: number): void {
    const { searchCounts } = this.#options;
    searchCounts.batches.add(batch.reduce((sum, { lines }) => sum + lines.length, 0));
    for (const { traces, since } of batch) {
      searchCounts.waits.add(now - since);
      noteWait(traces, now - since);
    }
  }

  #refuseCrowd(now: number): void {
    this.#lookAtCrowd(now);
    if (!this.#isLasting(now)) return;
    let requests = this.#waitingRequests;
    for (;;) {
      const [oldest, next] = this.#waiting;
      const isTooMuch =
        requests > this.#options.maxRequests || this.#waitedMs(now) >= this.#limitMs(now);
      if (oldest === undefined || next === undefined || !isTooMuch) return;
      this.#waiting.shift();
      requests -= this.#shareOf(oldest);
      oldest.reject(overloaded());
      this.#lastOn(now);
    }
  }

  /** One that came at once, or while Elasticsearch paused, becomes smaller: it does not last. */
  #lookAtCrowd(now: number): void {
    if (this.#isLasting(now)) return;
    const { length } = this.#waiting;
    if (this.#waitedMs(now) < this.#shortMs) this.#crowdedSince = undefined;
    else if (this.#crowdedSince === undefined || length < this.#fewest) {
      this.#crowdedSince = now;
      this.#fewest = length;
    } else if (now - this.#crowdedSince >= this.#options.lastingMs) {
      this.#crowdedSince = undefined;
      this.#lastOn(now);
    }
  }

  /** Returns for how long the oldest has waited. */
  #waitedMs(now: number): number {
    const [oldest] = this.#waiting;
    return oldest === undefined ? 0 : now - oldest.since;
  }

  /** Counts how many of the first go into one request: as many as it may hold, and one at least. */
  #fitting(): number {
    const { maxSearches, maxHits } = this.#options;
    let searches = 0;
    let hits = 0;
    let count = 0;
    for (const group of this.#waiting) {
      searches += group.lines.length;
      hits += group.hits;
      if (searches > maxSearches || hits > maxHits) break;
      count += 1;
    }
    return Math.max(1, count);
  }

  async #send(batch: readonly Waiting[], remainingMs: number): Promise<void> {
    const isShared = batch.length > 1;
    const timeoutMs = Math.ceil(isShared ? remainingMs / 2 : remainingMs);
    const lines = batch.flatMap((group) => group.lines);
    const begun = performance.now();
    try {
      const outcomes = await traced(tracesOf(batch), () =>
        multiSearch(this.#client, lines, { timeoutMs }),
      );
      this.#usualMs += (performance.now() - begun - this.#usualMs) * WEIGHT;
      for (const group of batch) settle(group, outcomes.splice(0, group.lines.length));
    } catch (error) {
      if (isShared && error instanceof errors.TimeoutError) {
        for (const group of batch) group.since = performance.now();
        this.#again.push(...batch);
      } else for (const { reject } of batch) reject(fromClientError(error));
    }
  }
}

/** Their time ran out while they waited for their turn; the oldest come first. */
function refuseLate(queue: Waiting[], now: number): void {
  while (queue[0] !== undefined && queue[0].deadline <= now) queue.shift()?.reject(unavailable());
}

function settle({ resolve, reject }: Waiting, outcomes: readonly (Found<unknown> | Error)[]): void {
  const failure = outcomes.find((outcome) => outcome instanceof Error);
  if (failure !== undefined) reject(failure);
  else resolve(outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome])));
}
