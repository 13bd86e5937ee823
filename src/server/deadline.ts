import { unavailable } from '../errors.js';

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
