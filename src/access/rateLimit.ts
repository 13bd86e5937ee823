import { LRUCache } from 'lru-cache';
import { rateLimited } from '../errors.js';
import type { HeaderList } from '../http/headers.js';
import type { Caller, Scope } from './tokens/token.js';

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
/** A token with more rejections in a window ignores `Retry-After`. */
const FEW_REJECTIONS = 10;
/** The same as a share of its limit. */
const FEW_SHARE = 0.25;
/** The verifier knows as many. */
const MAX_TOKENS = 10_000;

interface Window {
  readonly endsAtMs: number;
  used: number;
  rejected: number;
}

/**
 * Counts requests in windows of one second, which start with the first request. Delays further
 * rejections of a token that ignores `Retry-After`.
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
    const next = { endsAtMs: now + WINDOW_MS, used: 0, rejected: 0 };
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
    if (isTooMuch) {
      // Delayed, because rejections at full speed would slow down all other callers.
      window.rejected += 1;
      const isFlood = window.rejected > Math.max(FEW_REJECTIONS, requestsPerSecond * FEW_SHARE);
      const delayMs = isFlood ? window.endsAtMs - now + Math.random() * WINDOW_MS : 0;
      throw rateLimited(requestsPerSecond, cost ?? 1, resetSeconds, headers, delayMs);
    }
    return Object.entries(headers).flat();
  }

  return (caller, cost) => {
    const headers = take(caller, cost);
    if (cost === undefined) countUse(caller);
    return headers;
  };
}
