import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.js';
import type { Caller } from '../tokens/caller.js';

/**
 * Counts a request of a token.
 *
 * @throws {ApiError} 429 if it is one too many.
 */
export type CountRequest = (caller: Caller) => Promise<void>;

/** @param perSecond requests a second and token, in this process; 0: no limit. */
export function createRateLimit(perSecond: number): CountRequest | undefined {
  if (perSecond === 0) return undefined;
  const limiter = new RateLimiterMemory({ points: perSecond, duration: 1 });
  return async ({ id }) => {
    try {
      await limiter.consume(id);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw rateLimited(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
    }
  };
}
