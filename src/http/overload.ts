import { overloaded } from '../errors.js';
import type { RequestMiddleware } from './context.js';

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
