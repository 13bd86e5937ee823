import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiError, overloaded } from '../errors.js';
import type { RequestMiddleware } from '../middleware/context.js';
import { errorBody } from '../middleware/errorAnswers.js';
import { type HeaderList, listCommonHeaders } from '../middleware/headers.js';
import { bodyHeaders } from '../lookups/lookups.js';
import { pathOf } from '../middleware/target.js';

/** The place of one request among those that are answered at the same time. */
export interface Slot {
  /** @throws {ApiError} 503 if none is free. */
  take(): void;
  leave(): void;
}

/**
 * Refuses what is beyond `maxConcurrentRequests`, and lookups while too many wait, or for too long,
 * but never the health of the process.
 *
 * @param lookups their paths
 */
export function overload(
  maxConcurrentRequests: number,
  lookups: ReadonlySet<string>,
  isCongested: () => boolean,
): RequestMiddleware {
  let running = 0;
  return async (context, next) => {
    const isHealth = context.req.url?.startsWith('/health/') === true;
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    const isLookup = isRead && lookups.has(pathOf(context.req));
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
 * Refuses a request before the app, which takes several times as long: of more than can or may be
 * answered, refusals must leave the time to the others.
 */
export function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  refusal: ApiError,
  headers: HeaderList = [],
): void {
  const body = errorBody(refusal, requestId);
  response.writeHead(refusal.status, [
    'X-Request-Id',
    requestId,
    ...listCommonHeaders(request, response),
    ...['Cache-Control', 'no-store'],
    ...Object.entries(refusal.headers).flat(),
    ...headers,
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
