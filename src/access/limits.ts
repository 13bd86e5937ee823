import { LRUCache } from 'lru-cache';
import { OVERLOADED, rateLimited, unavailable } from '../errors.js';
import type { HeaderList } from '../middleware/headers.js';
import type { Caller, Scope } from './tokens/token.js';

/** Callers get an answer within 3 s, although a lookup may need several slow requests. */
export const ANSWER_WITHIN_MS = 2_500;

/** The part of it for a write. The rest is for checks before it. */
export const WRITE_WITHIN_MS = 2_000;

/**
 * Settles like the promise, if that takes at most `ms`. A later outcome is dropped.
 * @throws {ApiError} 503 if it takes longer
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(unavailable());
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

  constructor(readonly max: number) {}

  /**
   * Works in a slot.
   * @throws {ApiError} 503 at once if no slot is free
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.max) throw OVERLOADED;
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }
}

/**
 * Counts a request of a token, and returns the headers that show what is left.
 * @param more counts so many more for a request that is counted already
 * @throws {ApiError} 429 if that is too many; then none of them is counted
 */
export type CountRequest = (caller: Caller, more?: number) => HeaderList;

/** Requests per second, token and process. 0 means no limit. */
export interface RateLimits {
  readonly rateLimitPerSecond: number;
  /** `rateLimitPerSecond` when absent. */
  readonly rateLimitPublicPerSecond?: number | undefined;
  readonly rateLimitInternalPerSecond?: number | undefined;
}

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
    public: limits.rateLimitPublicPerSecond ?? forAll,
    internal: limits.rateLimitInternalPerSecond ?? forAll,
  };
  const windows = new LRUCache<string, Window>({ max: MAX_TOKENS });

  function windowOf(id: string, now: number): Window {
    const current = windows.get(id);
    if (current !== undefined && now < current.endsAtMs) return current;
    const next = { endsAtMs: now + WINDOW_MS, used: 0 };
    windows.set(id, next);
    return next;
  }

  function take({ id, scope, requestsPerSecond = byScope[scope] }: Caller, count: number) {
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
    if (isTooMuch) throw rateLimited(requestsPerSecond, resetSeconds, headers);
    return Object.entries(headers).flat();
  }

  return (caller, more) => {
    const headers = take(caller, more ?? 1);
    if (more === undefined) countUse(caller);
    return headers;
  };
}
