import { errors } from '@elastic/elasticsearch';
import { ApiError, OVERLOADED, unavailable } from '../errors.js';
import { currentTokenId, currentTraces, type Trace, traced } from '../observe/elasticsearch.js';
import { measureQueue, queueBatchSize, queueWait } from '../observe/metrics.js';
import { fromClientError } from './failures.js';

export interface BatchQueueOptions<Task, Result> {
  /** The label in metrics. */
  readonly name: string;
  /** The time of a task, including its wait. Its batch may run until the latest deadline of its tasks, so some settle late. */
  readonly timeoutMs: number;
  /** Batches that run at the same time. */
  readonly maxInFlight: number;
  /** The largest total weight of a batch. A single task may weigh more. */
  readonly maxBatch: number;
  /** 1 per task when absent. */
  readonly weightOf?: (task: Task) => number;
  /** A task is rejected if so many go before it. */
  readonly maxWaiting: number;
  /** A task is rejected while the weight of two rounds of batches goes before it, some of it for this long. */
  readonly maxAgeMs?: number;
  /**
   * Sends a batch, and returns a result or error for each task. An error that it throws is the
   * error of all tasks.
   */
  readonly send: (
    tasks: readonly Task[],
    timeoutMs: number,
  ) => Promise<readonly (Result | Error)[]>;
  /**
   * Sends each task of a batch again alone if the batch takes half of its time. A batch whose oldest
   * task has waited that long is not: then everything is slow, and more requests would not help.
   */
  readonly retriesAlone?: boolean;
  /** The pause after a batch, in which answered callers may add new tasks. */
  readonly pauseMs?: (batchSize: number, tookMs: number) => number;
}

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly isAlone: boolean;
  /** Empty without a token. */
  readonly tokenId: string;
  /** The weight that its token had sent before it. Tasks go in this order. */
  readonly turn: number;
  /** A time of `performance.now()`, like `deadline`. */
  readonly since: number;
  readonly deadline: number;
  readonly traces: readonly Trace[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends tasks that arrive while others are in flight together in the next batch. Batches save most of
 * the cost of a request under load. A lone task does not wait.
 *
 * The order is fair (start-time fair queueing, Goyal et al. 1996): each token has its turn after as much
 * weight as the others, however many tasks of one token wait. What has no token, or several, counts as one.
 */
export class BatchQueue<Task, Result> {
  readonly #options: BatchQueueOptions<Task, Result>;
  readonly #weightOf: (task: Task) => number;
  readonly #waiting: Waiting<Task, Result>[] = [];
  /** The turn after the last task that was sent, of each token, while tasks wait. */
  readonly #nextTurns = new Map<string, number>();
  /** The turn of the last task that was sent. */
  #turn = 0;
  #inFlight = 0;
  #isScheduled = false;

  constructor(options: BatchQueueOptions<Task, Result>) {
    this.#options = options;
    this.#weightOf = options.weightOf ?? (() => 1);
    measureQueue(options.name, () => this.#waiting.length);
  }

  /**
   * Runs a task in a batch.
   * @throws {ApiError} 503 at once if the queue is full, or when the time is over
   */
  add(task: Task): Promise<Result> {
    const { timeoutMs } = this.#options;
    const since = performance.now();
    const traces = currentTraces();
    const tokenId = currentTokenId() ?? '';
    const last = this.#waiting.findLast(
      (other) => other.tokenId === tokenId && other.deadline > since,
    );
    const turn = Math.max(
      this.#turn,
      this.#nextTurns.get(tokenId) ?? 0,
      last ? this.#turnAfter(last) : 0,
    );
    const position = this.#waiting.findLastIndex((other) => other.turn <= turn) + 1;
    if (this.#isFull(since, position)) return Promise.reject(OVERLOADED);
    return new Promise<Result>((resolve, reject) => {
      const deadline = since + timeoutMs;
      const added = {
        task,
        tokenId,
        isAlone: false,
        turn,
        since,
        deadline,
        traces,
        resolve,
        reject,
      };
      this.#waiting.splice(position, 0, added);
      this.#schedule();
    });
  }

  #turnAfter({ turn, task }: Waiting<Task, Result>): number {
    return turn + this.#weightOf(task);
  }

  /** True while tasks wait or are under way. */
  get isBusy(): boolean {
    return this.#waiting.length + this.#inFlight > 0;
  }

  /** Depends only on the tasks that go before a position, so that a backlog of one token rejects no other. */
  #isFull(now: number, position: number): boolean {
    const { maxWaiting, maxInFlight, maxBatch, maxAgeMs = Infinity } = this.#options;
    if (position >= maxWaiting) return true;
    let oldest = now;
    let weight = 0;
    for (const { since, task } of this.#waiting.slice(0, position)) {
      oldest = Math.min(oldest, since);
      weight += this.#weightOf(task);
    }
    return now - oldest >= maxAgeMs && weight >= 2 * maxInFlight * maxBatch;
  }

  /** Once per turn of the event loop: all requests that were read in this turn share a batch. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#options.maxInFlight) {
      const now = performance.now();
      const batch = this.#take().filter((waiting) => {
        if (waiting.deadline <= now) waiting.reject(unavailable());
        return waiting.deadline > now;
      });
      if (batch.length === 0) continue;
      for (const each of batch) this.#nextTurns.set(each.tokenId, this.#turnAfter(each));
      this.#inFlight += 1;
      void this.#run(batch, now).finally(() => {
        this.#inFlight -= 1;
        this.#dispatch();
      });
    }
  }

  #take(): Waiting<Task, Result>[] {
    const { maxBatch } = this.#options;
    let weight = 0;
    const end = this.#waiting.findIndex(({ task, isAlone }, position) => {
      weight += this.#weightOf(task);
      const isSeparate = isAlone || this.#waiting[0]?.isAlone === true;
      return position > 0 && (isSeparate || weight > maxBatch);
    });
    const batch = this.#waiting.splice(0, end === -1 ? Infinity : end);
    this.#turn = Math.max(this.#turn, ...batch.map(({ turn }) => turn));
    if (this.#waiting.length === 0) this.#nextTurns.clear();
    return batch;
  }

  async #run(batch: readonly Waiting<Task, Result>[], now: number): Promise<void> {
    const { name: queue, timeoutMs, retriesAlone = false, send, pauseMs } = this.#options;
    queueBatchSize.observe({ queue }, batch.length);
    for (const { traces, since } of batch) {
      queueWait.observe({ queue }, (now - since) / 1_000);
      for (const trace of traces) trace.queuedMs += now - since;
    }
    const deadlines = batch.map(({ deadline }) => deadline);
    const shortestMs = Math.min(...deadlines) - now;
    const longestMs = Math.max(...deadlines) - now;
    const mayRetry = batch.length > 1 && retriesAlone && shortestMs > timeoutMs / 2;
    const tasks = batch.map(({ task }) => task);
    const traces = [...new Set(batch.flatMap((waiting) => waiting.traces))];
    try {
      const withinMs = Math.ceil(mayRetry ? shortestMs / 2 : longestMs);
      const results = await traced(traces, () => send(tasks, withinMs));
      for (const [position, { resolve, reject }] of batch.entries()) {
        const result = results[position];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      if (mayRetry && error instanceof errors.TimeoutError) {
        this.#waiting.unshift(...batch.map((each) => ({ ...each, isAlone: true })));
      } else {
        const failure = error instanceof ApiError ? error : fromClientError(error);
        for (const { reject } of batch) reject(failure);
      }
    }
    const breakMs = pauseMs?.(batch.length, performance.now() - now) ?? 0;
    if (breakMs > 0) await new Promise((resolve) => setTimeout(resolve, breakMs).unref());
  }
}
