import { errors } from '@elastic/elasticsearch';
import { ApiError, OVERLOADED, unavailable } from '../errors.js';
import { currentTraces, type Trace, traced } from '../observe/elasticsearch.js';
import { measureQueue, queueBatchSize, queueWait } from '../observe/metrics.js';
import { fromClientError } from './failures.js';

export interface BatchQueueOptions<Task, Result> {
  /** The label in metrics. */
  readonly name: string;
  /** Every task is settled within this time, including its wait. */
  readonly timeoutMs: number;
  /** Batches that run at the same time. */
  readonly maxInFlight: number;
  /** The largest total weight of a batch. A single task may weigh more. */
  readonly maxBatch: number;
  /** 1 per task when absent. */
  readonly weightOf?: (task: Task) => number;
  /** Further tasks are rejected. */
  readonly maxWaiting: number;
  /** New tasks are rejected while the weight of two rounds of batches waits, the oldest task for this long. */
  readonly maxAgeMs?: number;
  /**
   * Sends a batch, and returns a result or error for each task. An error that it throws is the
   * error of all tasks.
   */
  readonly send: (
    tasks: readonly Task[],
    timeoutMs: number,
  ) => Promise<readonly (Result | Error)[]>;
  /** A batch may run until the latest deadline of its tasks. The others then settle late. */
  readonly runsToLatest?: boolean;
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
  /** A time of `performance.now()`, like `deadline`. */
  readonly since: number;
  readonly deadline: number;
  readonly traces: readonly Trace[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends tasks that arrive while others are in flight together in the next batch, the oldest first.
 * Batches save most of the cost of a request under load. A lone task does not wait.
 */
export class BatchQueue<Task, Result> {
  readonly #options: BatchQueueOptions<Task, Result>;
  readonly #waiting: Waiting<Task, Result>[] = [];
  #inFlight = 0;
  #isScheduled = false;

  constructor(options: BatchQueueOptions<Task, Result>) {
    this.#options = options;
    measureQueue(options.name, () => this.#waiting.length);
  }

  /**
   * Runs a task in a batch.
   * @throws {ApiError} 503 at once if the queue is full, or when the time is over
   */
  add(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      const since = performance.now();
      if (this.#isFull(since)) {
        reject(OVERLOADED);
        return;
      }
      const deadline = since + this.#options.timeoutMs;
      const traces = currentTraces();
      this.#waiting.push({ task, isAlone: false, since, deadline, traces, resolve, reject });
      this.#schedule();
    });
  }

  /** True while tasks wait or are under way. */
  get isBusy(): boolean {
    return this.#waiting.length + this.#inFlight > 0;
  }

  /** Depends only on the waiting tasks, so that rejections do not prolong an overload. */
  #isFull(now: number): boolean {
    const { maxWaiting, maxInFlight, maxBatch, maxAgeMs = Infinity, weightOf } = this.#options;
    if (this.#waiting.length >= maxWaiting) return true;
    const ageMs = now - (this.#waiting[0]?.since ?? now);
    if (ageMs < maxAgeMs) return false;
    const weight = this.#waiting.reduce((sum, { task }) => sum + (weightOf?.(task) ?? 1), 0);
    return weight >= 2 * maxInFlight * maxBatch;
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
      this.#inFlight += 1;
      void this.#run(batch, now).finally(() => {
        this.#inFlight -= 1;
        this.#dispatch();
      });
    }
  }

  #take(): Waiting<Task, Result>[] {
    const { maxBatch, weightOf = () => 1 } = this.#options;
    let weight = 0;
    const end = this.#waiting.findIndex(({ task, isAlone }, position) => {
      weight += weightOf(task);
      const isSeparate = isAlone || this.#waiting[0]?.isAlone === true;
      return position > 0 && (isSeparate || weight > maxBatch);
    });
    return this.#waiting.splice(0, end === -1 ? Infinity : end);
  }

  async #run(batch: readonly Waiting<Task, Result>[], now: number): Promise<void> {
    const { name: queue, timeoutMs, retriesAlone = false, runsToLatest } = this.#options;
    const { send, pauseMs } = this.#options;
    queueBatchSize.observe({ queue }, batch.length);
    for (const { traces, since } of batch) {
      queueWait.observe({ queue }, (now - since) / 1_000);
      for (const trace of traces) trace.queuedMs += now - since;
    }
    const deadlines = batch.map(({ deadline }) => deadline);
    const remainingMs = Math[runsToLatest === true ? 'max' : 'min'](...deadlines) - now;
    const mayRetry = batch.length > 1 && retriesAlone && remainingMs > timeoutMs / 2;
    const tasks = batch.map(({ task }) => task);
    const traces = [...new Set(batch.flatMap((waiting) => waiting.traces))];
    try {
      const withinMs = Math.ceil(mayRetry ? remainingMs / 2 : remainingMs);
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
