import { unavailable } from '../errors.js';

/**
 * Callers get an answer within 3 s, whatever Elasticsearch does: one lookup may need several
 * requests to it, each of which may take long.
 */
export const ANSWER_WITHIN_MS = 2_500;

/** The part of it that a write has; the rest is for what is checked before. */
export const WRITE_WITHIN_MS = 2_000;

/**
 * Settles as the promise does, if that takes no longer than `ms`. A later outcome is dropped.
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
