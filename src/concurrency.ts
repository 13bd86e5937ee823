import { Semaphore } from 'es-toolkit/promise';
import { type ApiError, OVERLOADED, TOKEN_BUSY, unavailable } from './errors.js';

/** Callers get an answer within 3 s, although a lookup may need several slow requests. */
export const ANSWER_WITHIN_MS = 2_500;

/** The share of ANSWER_WITHIN_MS for a write. The rest is for checks before it. */
export const WRITE_WITHIN_MS = 2_000;

/** The time of a batch, which is worked off in parts. A process that stops waits longer by default. */
export const BATCH_WITHIN_MS = 7_500;

/**
 * Settles like the promise, if that takes at most `ms`. A later outcome is dropped.
 * @throws {ApiError} 503 if it takes longer, or the given error
 */
export function within<T>(ms: number, promise: Promise<T>, error?: ApiError): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(error ?? unavailable());
    }, ms);
    promise
      .finally(() => {
        clearTimeout(timer);
      })
      .then(resolve, reject);
  });
}

/** The slots of requests that are worked on at the same time. A token gets one more than it leaves free, at most. */
export class RequestSlots {
  #taken = 0;
  readonly #takenBy = new Map<string | undefined, number>();

  /** @param isLate true while no more work must be begun */
  constructor(
    readonly max: number,
    readonly isLate = () => false,
  ) {}

  /**
   * Works in a slot.
   * @throws {ApiError} 503 at once if no slot is free for this token, or it is too late for more work
   */
  async run<Result>(tokenId: string | undefined, work: () => Promise<Result>): Promise<Result> {
    const free = this.max - this.#taken;
    if (free <= 0 || this.isLate() || this.#of(tokenId) > free) throw OVERLOADED;
    this.#taken += 1;
    this.#takenBy.set(tokenId, this.#of(tokenId) + 1);
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      this.#takenBy.set(tokenId, this.#of(tokenId) - 1);
      if (this.#of(tokenId) === 0) this.#takenBy.delete(tokenId);
    }
  }

  #of(tokenId: string | undefined): number {
    return this.#takenBy.get(tokenId) ?? 0;
  }
}

/** Limits the concurrent work of each token. Further work waits for its turn, in the order of arrival. */
export class TokenTurns {
  readonly #turns = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  /**
   * @param max the pieces of work of a token at a time
   * @param withinMs the time in which the turn must come
   */
  constructor(
    readonly max: number,
    readonly withinMs: number,
  ) {}

  /**
   * Works when it is the token's turn. Without a token, at once.
   * @throws {ApiError} 429 if the turn does not come in time
   */
  async run<Result>(tokenId: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (tokenId === undefined) return work();
    const turn = this.#turns.get(tokenId) ?? { semaphore: new Semaphore(this.max), users: 0 };
    this.#turns.set(tokenId, turn);
    turn.users += 1;
    const begun = turn.semaphore.acquire();
    try {
      await within(this.withinMs, begun, TOKEN_BUSY);
      return await work();
    } finally {
      // Also a turn that comes too late is passed on.
      void begun.then(() => {
        turn.semaphore.release();
        turn.users -= 1;
        if (turn.users === 0) this.#turns.delete(tokenId);
      });
    }
  }
}

/**
 * Runs work, or joins the run of the same key that is under way.
 * @param running the runs under way, which this function adds to and deletes from
 */
export function shareRun<Key, Result>(
  running: Map<Key, Promise<Result>>,
  key: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = running.get(key);
  if (before !== undefined) return before;
  const run = work().finally(() => running.delete(key));
  running.set(key, run);
  return run;
}
