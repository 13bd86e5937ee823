import type { IncomingMessage, ServerResponse } from 'node:http';
import { overloaded } from '../errors.js';
import type { RequestMiddleware } from './context.js';
import { errorBody } from './errorAnswers.js';
import { listCommonHeaders } from './headers.js';
import { bodyHeaders } from './lookups.js';

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

/**
 * Refuses a request before the app, which takes several times as long: of more than can be answered,
 * refusals must leave the time to those that can.
 */
export function refuseOverload(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const body = errorBody(overloaded(), requestId);
  response.writeHead(503, [
    'X-Request-Id',
    requestId,
    ...listCommonHeaders(request, response),
    ...['Cache-Control', 'no-store'],
    ...Object.entries(overloaded().headers).flat(),
    ...bodyHeaders('identity'),
    ...['Content-Length', String(Buffer.byteLength(body))],
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
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
