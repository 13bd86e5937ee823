import { overloaded } from '../errors.js';
import type { RequestMiddleware } from './context.js';

/** The place of one request among those that are answered at the same time. */
export interface Slot {
  /** @throws {ApiError} 503 if none is free. */
  take(): void;
  leave(): void;
}

/**
 * Refuses what is beyond `maxConcurrentRequests`, and lookups while those before them wait too long,
 * but never the health of the process.
 */
export function overload(
  maxConcurrentRequests: number,
  isCongested: () => boolean,
): RequestMiddleware {
  let running = 0;
  return async (context, next) => {
    const isHealth = context.req.url?.startsWith('/health/') === true;
    const isLookup = context.method === 'GET' || context.method === 'HEAD';
    let held = false;
    const slot: Slot = {
      take() {
        // Nor does it take a place: nobody needs a token for it.
        if (isHealth) return;
        const isFull = running >= maxConcurrentRequests || (isLookup && isCongested());
        if (isFull) throw overloaded();
        running += 1;
        held = true;
      },
      leave() {
        if (held) running -= 1;
        held = false;
      },
    };
    context.state.slot = slot;
    slot.take();
    try {
      await next();
    } finally {
      slot.leave();
    }
  };
}

/** Gives the place back while something is waited for that is the caller's own time. */
export const leaveSlot: RequestMiddleware = (context, next) => {
  context.state.slot?.leave();
  return next();
};

/** Takes a place again, for the work that comes now. */
export const takeSlot: RequestMiddleware = (context, next) => {
  context.state.slot?.take();
  return next();
};
