import { LRUCache } from 'lru-cache';
import { rateLimited } from '../errors.js';
import type { Caller, Scope } from './tokens/caller.js';
import type { HeaderList } from '../middleware/headers.js';

/**
 * Counts requests of a token, and returns the headers that tell its caller what is left.
 *
 * @param count those of a batch that are not counted yet; 1 when absent
 * @throws {ApiError} 429 if they are too many; none of them is counted then.
 */
export type CountRequest = (caller: Caller, count?: number) => HeaderList;

/** Requests a second and token, in this process; 0: no limit. */
export interface RateLimits {
  readonly rateLimitPerSecond: number;
  /** Absent: as for all. */
  readonly publicRateLimitPerSecond?: number | undefined;
  readonly internalRateLimitPerSecond?: number | undefined;
}

const WINDOW_MS = 1_000;
/** As many as are known. Of more, those unused longest begin anew. */
const MAX_TOKENS = 10_000;

interface Window {
  readonly endsAtMs: number;
  used: number;
}

/** Makes what counts requests in windows of a second, which begin with the first one. */
export function createRateLimit(limits: RateLimits): CountRequest {
  const { rateLimitPerSecond: ofAll } = limits;
  const ofScope: Record<Scope, number> = {
    public: limits.publicRateLimitPerSecond ?? ofAll,
    internal: limits.internalRateLimitPerSecond ?? ofAll,
  };
  const windows = new LRUCache<string, Window>({ max: MAX_TOKENS });

  function windowOf(id: string, now: number): Window {
    const current = windows.get(id);
    if (current !== undefined && now < current.endsAtMs) return current;
    const next = { endsAtMs: now + WINDOW_MS, used: 0 };
    windows.set(id, next);
    return next;
  }

  return ({ id, scope, requestsPerSecond = ofScope[scope] }, count = 1) => {
    if (requestsPerSecond === 0) return [];
    // Whole ones: a sum of fractions is at times a little more than a second later, which would be told as two.
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
  };
}
