import { type Client, errors } from '@elastic/elasticsearch';
import { overloaded } from '../errors.js';
import { QueueCounts } from '../observe/metrics/queues.js';
import { fromClientError } from './failures.js';
import { type Group, Lane, type LaneOptions, type Waiting } from './lane.js';
import { type Found, multiSearch } from './multiSearch.js';
import { noteWait, traced, tracesNow, tracesOf } from '../observe/trace.js';

/** Options of sharing requests; the defaults are those measured best by `bench`. */
export interface QueueOptions extends Partial<LaneOptions> {
  /** Those that metrics show. */
  searchCounts?: QueueCounts;
}

/** What a light group has at most: a land and its markers are two searches. */
const LIGHT_SEARCHES = 2;
export const LIGHT_HITS = 50;

/**
 * Searches that arrive while earlier ones are under way go together in one `_msearch`, which
 * saves most of the cost of a request under load and adds nothing to a lone search.
 *
 * Light ones go before heavy ones; the last free request goes to a heavy one that waits, if none is under way.
 *
 * A request that several share has half of the time that is left. If that is not enough, one of
 * them may be at fault, and each is sent again alone.
 */
export class SearchQueue {
  readonly #client: Client;
  readonly #maxRequests: number;
  readonly #searchCounts: QueueCounts;
  readonly #light: Lane;
  readonly #heavy: Lane;
  /** They go before others, and one by one. */
  readonly #again: Lane;
  #scheduled = false;

  constructor(client: Client, { searchCounts = new QueueCounts(), ...given }: QueueOptions) {
    const options: LaneOptions = {
      maxRequests: 4,
      maxSearches: 8,
      maxHits: 1_000,
      maxPatient: 64,
      maxQueuedMs: 500,
      lastingMs: 200,
      ...given,
    };
    this.#client = client;
    this.#maxRequests = options.maxRequests;
    this.#searchCounts = searchCounts;
    this.#light = new Lane(options);
    this.#heavy = new Lane(options);
    this.#again = new Lane({ ...options, maxSearches: 0 });
    searchCounts.measure(() => this.#lanes.reduce((sum, { length }) => sum + length, 0));
  }

  get #lanes(): readonly Lane[] {
    return [this.#again, this.#light, this.#heavy];
  }

  /** Tells whether so many wait that even a light one is refused. Whoever asks refuses it then. */
  get isCongested(): boolean {
    return this.#light.isCongested;
  }

  /**
   * Answers searches in their order, within their time, the wait for their turn included.
   *
   * @throws {ApiError} 503, at once if too many wait.
   */
  search(group: Group): Promise<Found<unknown>[]> {
    const isLight = group.lines.length <= LIGHT_SEARCHES && group.hits <= LIGHT_HITS;
    const lane = isLight ? this.#light : this.#heavy;
    return new Promise((resolve, reject) => {
      if (lane.isCongested) {
        reject(overloaded());
        return;
      }
      lane.add({ ...group, since: performance.now(), traces: tracesNow(), resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      // Once per turn of the event loop: all requests read in this turn share a batch.
      setImmediate(() => {
        this.#scheduled = false;
        this.#dispatch();
      });
    });
  }

  get #underWay(): number {
    return this.#lanes.reduce((sum, { underWay }) => sum + underWay, 0);
  }

  #dispatch(): void {
    const now = performance.now();
    for (const lane of this.#lanes) lane.refuseLate(now);
    // Who waits while requests are slow to come back is no crowd.
    if (this.#underWay < this.#maxRequests)
      for (const lane of [this.#light, this.#heavy]) lane.lookAtCrowd(now);
    for (let lane = this.#next(); lane !== undefined; lane = this.#next()) {
      const batch = lane.take();
      this.#count(batch, now);
      void this.#sendFrom(lane, batch, now);
    }
  }

  /** Returns the lane whose turn it is; undefined if nobody waits who may be sent. */
  #next(): Lane | undefined {
    const left = this.#maxRequests - this.#underWay;
    if (left <= 0) return undefined;
    // One request is left to the others, where more than one may be under way.
    const most = Math.max(1, this.#maxRequests - 1);
    const may = (lane: Lane): boolean => lane.length > 0 && lane.underWay < most;
    if (may(this.#again)) return this.#again;
    const isLast = left === 1 && this.#maxRequests > 1;
    if (isLast && this.#heavy.underWay === 0 && may(this.#heavy)) return this.#heavy;
    if (this.#light.length > 0) return this.#light;
    return may(this.#heavy) ? this.#heavy : undefined;
  }

  #count(batch: readonly Waiting[], now: number): void {
    const counts = this.#searchCounts;
    counts.batches.add(batch.reduce((sum, { lines }) => sum + lines.length, 0));
    for (const { traces, since } of batch) {
      counts.waits.add(now - since);
      noteWait(traces, now - since);
    }
  }

  async #sendFrom(lane: Lane, batch: readonly Waiting[], now: number): Promise<void> {
    lane.underWay += 1;
    await this.#send(lane, batch, Math.min(...batch.map(({ deadline }) => deadline)) - now);
    lane.underWay -= 1;
    this.#dispatch();
  }

  async #send(lane: Lane, batch: readonly Waiting[], remainingMs: number): Promise<void> {
    const isShared = batch.length > 1;
    const timeoutMs = Math.ceil(isShared ? remainingMs / 2 : remainingMs);
    const lines = batch.flatMap((group) => group.lines);
    const begun = performance.now();
    try {
      const outcomes = await traced(tracesOf(batch), () =>
        multiSearch(this.#client, lines, { timeoutMs }),
      );
      lane.learn(performance.now() - begun);
      for (const group of batch) settle(group, outcomes.splice(0, group.lines.length));
    } catch (error) {
      if (isShared && error instanceof errors.TimeoutError) {
        const since = performance.now();
        for (const group of batch) this.#again.add({ ...group, since });
      } else for (const { reject } of batch) reject(fromClientError(error));
    }
  }
}

function settle({ resolve, reject }: Waiting, outcomes: readonly (Found<unknown> | Error)[]): void {
  const failure = outcomes.find((outcome) => outcome instanceof Error);
  if (failure !== undefined) reject(failure);
  else resolve(outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome])));
}
