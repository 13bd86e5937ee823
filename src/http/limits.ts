import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { overloaded, rateLimited, unavailable } from '../errors.js';
import type { Caller } from '../tokens/caller.js';
import type { RequestMiddleware } from './context.js';

/**
 * Callers get an answer within 3 s, whatever Elasticsearch does: one lookup may need several
 * requests to it, each of which may take long.
 */
export const ANSWER_WITHIN_MS = 2_500;

/** The part of it that a write has; the rest is for what is checked before. */
export const WRITE_WITHIN_MS = 2_000;

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

/** Refuses what is beyond `maxConcurrentRequests`, but never the health of the process. */
export function overload(maxConcurrentRequests: number): RequestMiddleware {
  let running = 0;
  return async (context, next) => {
    if (running >= maxConcurrentRequests && context.req.url?.startsWith('/health/') !== true) {
      throw overloaded();
    }
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  };
}

/**
 * What the promise comes to, if that takes no longer than `ms`. What comes later is dropped.
 *
 * @throws {ApiError} 503 if it takes longer.
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
