import { errors } from '@elastic/elasticsearch';
import { ApiError, overloaded, unavailable } from '../errors.js';
import { measureQueue, queueBatchSize, queueWait } from '../observe/metrics.js';
import { noteWait, type Trace, traced, tracesNow, tracesOf } from '../observe/trace.js';
import { fromClientError } from './failures.js';

export interface BatchQueueOptions<Task, Result> {
  /** By which metrics show it. */
  readonly name: string;
  /** Every task is answered within this time, the wait for its turn included. */
  readonly timeoutMs: number;
  /** Batches under way at once. */
  readonly maxInFlight: number;
  /** The weight of one batch, which has one task at least. */
  readonly maxBatch: number;
  /** 1 for each when absent. */
  readonly weightOf?: (task: Task) => number;
  /** Tasks that wait for their turn; further ones are refused. */
  readonly maxWaiting: number;
  /** So many may wait for however long; while more do, and the oldest for `maxAgeMs`, it is congested. */
  readonly maxPatient?: number;
  readonly maxAgeMs?: number;
  /**
   * Makes what Elasticsearch is asked for a batch, and returns the outcome of each task, in their order. What it
   * throws is the outcome of all.
   */
  readonly send: (
    tasks: readonly Task[],
    timeoutMs: number,
  ) => Promise<readonly (Result | Error)[]>;
  /**
   * True if a batch of several has half of the time that is left: if that is not enough, one of them may be at fault,
   * and each is sent again alone.
   */
  readonly sendsAgainAlone?: boolean;
  /** The pause after a batch, in which those who were answered come back. None when absent. */
  readonly pauseMs?: (batchSize: number, tookMs: number) => number;
}

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly isAlone: boolean;
  /** By `performance.now()`. */
  readonly since: number;
  readonly deadline: number;
  readonly traces: readonly Trace[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Tasks that arrive while others are under way go together into the next batch, the oldest first: that saves most of the
 * cost of a request under load, and adds nothing to a lone task. Whether one is sent, waits or is refused depends on
 * nothing but who waits, since when, and what is under way.
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

  /** Tells whether so many wait, and for so long, that new work had better be refused. */
  get isCongested(): boolean {
    const { maxPatient = Infinity, maxAgeMs = Infinity } = this.#options;
    const [oldest] = this.#waiting;
    if (oldest === undefined || this.#waiting.length < maxPatient) return false;
    return performance.now() - oldest.since >= maxAgeMs;
  }

  /**
   * Does a task when its turn comes.
   * @throws {ApiError} 503 at once if too many wait, and when its time is over
   */
  add(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= this.#options.maxWaiting) {
        reject(overloaded());
        return;
      }
      const since = performance.now();
      const deadline = since + this.#options.timeoutMs;
      this.#waiting.push({ task, isAlone: false, since, deadline, traces: tracesNow(), resolve, reject }); // prettier-ignore
      this.#schedule();
    });
  }

  /** Once per turn of the event loop: all requests read in this turn share a batch. */
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
      const goesApart = isAlone || this.#waiting[0]?.isAlone === true;
      return position > 0 && (goesApart || weight > maxBatch);
    });
    return this.#waiting.splice(0, end === -1 ? Infinity : end);
  }

  async #run(batch: readonly Waiting<Task, Result>[], now: number): Promise<void> {
    const { name: queue, sendsAgainAlone = false, send, pauseMs } = this.#options;
    queueBatchSize.observe({ queue }, batch.length);
    for (const { traces, since } of batch) {
      queueWait.observe({ queue }, (now - since) / 1_000);
      noteWait(traces, now - since);
    }
    const isShared = batch.length > 1 && sendsAgainAlone;
    const remainingMs = Math.min(...batch.map(({ deadline }) => deadline)) - now;
    const tasks = batch.map(({ task }) => task);
    try {
      const timeoutMs = Math.ceil(isShared ? remainingMs / 2 : remainingMs);
      const outcomes = await traced(tracesOf(batch), () => send(tasks, timeoutMs));
      for (const [position, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[position];
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome as Result);
      }
    } catch (error) {
      if (isShared && error instanceof errors.TimeoutError) {
        const since = performance.now();
        this.#waiting.unshift(...batch.map((each) => ({ ...each, since, isAlone: true })));
      } else {
        const failure = error instanceof ApiError ? error : fromClientError(error);
        for (const { reject } of batch) reject(failure);
      }
    }
    const breakMs = pauseMs?.(batch.length, performance.now() - now) ?? 0;
    if (breakMs > 0) await new Promise((resolve) => setTimeout(resolve, breakMs).unref());
  }
}
