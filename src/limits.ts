import { Semaphore } from 'es-toolkit/promise';
import { LRUCache } from 'lru-cache';
import { type ApiError, OVERLOADED, rateLimited, TOKEN_BUSY, unavailable } from './errors.js';
import type { HeaderList } from './http/headers.js';
import type { Caller, Scope } from './access/tokens/token.js';

/** Callers get an answer within 3 s, although a lookup may need several slow requests. */
export const ANSWER_WITHIN_MS = 2_500;

/** The part of it for a write. The rest is for checks before it. */
export const WRITE_WITHIN_MS = 2_000;

/** The part of it for a batch, so that the elements answered until then are sent in time. */
export const BATCH_WITHIN_MS = 2_200;

/** Waiting longer would leave too little of it for the work. */
const TURN_WITHIN_MS = 500;

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

/** The slots of requests that are worked on at the same time. */
export class RequestSlots {
  #taken = 0;

  /** @param isLate true while no more work must be begun */
  constructor(
    readonly max: number,
    readonly isLate = () => false,
  ) {}

  /**
   * Works in a slot.
   * @throws {ApiError} 503 at once if no slot is free, or it is too late for more work
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.max || this.isLate()) throw OVERLOADED;
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}

/** Lets each token do little work at a time. Further work waits for its turn, in the order of arrival. */
export class TokenTurns {
  readonly #turns = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  /** @param max the pieces of work of a token at a time */
  constructor(readonly max = 1) {}

  /**
   * Works when it is the token's turn. Without a token, at once.
   * @throws {ApiError} 429 if the turn does not come within half a second
   */
  async run<Result>(tokenId: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (tokenId === undefined) return work();
    const turn = this.#turns.get(tokenId) ?? { semaphore: new Semaphore(this.max), users: 0 };
    this.#turns.set(tokenId, turn);
    turn.users += 1;
    const begun = turn.semaphore.acquire();
    try {
      await within(TURN_WITHIN_MS, begun, TOKEN_BUSY);
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
 * Counts a request of a token, and returns the headers that show what is left.
 * @param cost counts the rest of the cost of a request that is counted already as one
 * @throws {ApiError} 429 if that is too many; then nothing is counted
 */
export type CountRequest = (caller: Caller, cost?: number) => HeaderList;

/** Requests per second, token and process. 0 means no limit. */
export interface RateLimits {
  /** 600 for public tokens and no limit for internal ones when absent. */
  readonly rateLimitPerSecond?: number | undefined;
  /** Equal to `rateLimitPerSecond` when absent. */
  readonly rateLimitPublicPerSecond?: number | undefined;
  readonly rateLimitInternalPerSecond?: number | undefined;
}

/**
 * All visitors of a page share its public token. 120 searches that are not cached fit into a second, or
 * a batch of 500 locations and 100 lookups.
 */
const PUBLIC_PER_SECOND = 600;

const WINDOW_MS = 1_000;
/** The verifier knows as many. */
const MAX_TOKENS = 10_000;

interface Window {
  readonly endsAtMs: number;
  used: number;
}

/**
 * Counts requests in windows of one second, which start with the first request.
 * @param countUse called with the caller of every accepted request
 */
export function createRateLimit(
  limits: RateLimits,
  countUse: (caller: Caller) => void = () => undefined,
): CountRequest {
  const { rateLimitPerSecond: forAll } = limits;
  const byScope: Record<Scope, number> = {
    public: limits.rateLimitPublicPerSecond ?? forAll ?? PUBLIC_PER_SECOND,
    internal: limits.rateLimitInternalPerSecond ?? forAll ?? 0,
  };
  const windows = new LRUCache<string, Window>({ max: MAX_TOKENS });

  function windowOf(id: string, now: number): Window {
    const current = windows.get(id);
    if (current !== undefined && now < current.endsAtMs) return current;
    const next = { endsAtMs: now + WINDOW_MS, used: 0 };
    windows.set(id, next);
    return next;
  }

  function take({ id, scope, requestsPerSecond = byScope[scope] }: Caller, cost?: number) {
    const count = cost === undefined ? 1 : cost - 1;
    if (requestsPerSecond === 0) return [];
    // Whole milliseconds: with fractions, the rest of a window can exceed a second and round up to 2.
    const now = Math.floor(performance.now());
    const window = windowOf(id, now);
    const isTooMuch = window.used + count > requestsPerSecond;
    if (!isTooMuch) window.used += count;
    const resetSeconds = Math.ceil((window.endsAtMs - now) / 1_000);
    const headers = {
      'RateLimit-Policy': `"token";q=${requestsPerSecond};w=${WINDOW_MS / 1_000}`,
      RateLimit: `"token";r=${requestsPerSecond - window.used};t=${resetSeconds}`,
    };
    if (isTooMuch) throw rateLimited(requestsPerSecond, cost ?? 1, resetSeconds, headers);
    return Object.entries(headers).flat();
  }

  return (caller, cost) => {
    const headers = take(caller, cost);
    if (cost === undefined) countUse(caller);
    return headers;
  };
}
