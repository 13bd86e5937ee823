import type Router from '@koa/router';
import { type FaultDetail, notReady } from '../errors.js';
import type { Stopping } from '../server/server.js';
import type { RequestMiddleware, RequestState } from './context.js';
import { setAnswer } from './envelope.js';

/** Lists what is missing and what to do about it. Empty if ready. */
export type Readiness = () => readonly FaultDetail[];

const STOPPING: FaultDetail = {
  path: 'process',
  message: 'This process is stopping. Send requests to another process.',
};

/** Adds `/health/live` (the process runs) and `/health/ready` (lookups can be answered). */
export function addHealthRoutes(
  router: Router<RequestState>,
  readiness: Readiness,
  stopping: Stopping,
): void {
  router.get('/health/live', (context) => setAnswer(context, { data: { live: true } }));
  router.get('/health/ready', (context) => {
    // Load balancers then send no more requests.
    const missing = stopping.hasBegun ? [STOPPING] : readiness();
    if (missing.length > 0) throw notReady(missing);
    return setAnswer(context, { data: { ready: true } });
  });
}

/** Sends `Connection: close` while stopping, so that no further request on it is lost. */
export function announceClosing(stopping: Stopping): RequestMiddleware {
  return async ({ res }, next) => {
    try {
      await next();
    } finally {
      if (stopping.held !== undefined) await stopping.held;
      // Afterwards, so that requests that were running at the signal are included.
      if (stopping.hasBegun && !res.headersSent) res.setHeader('Connection', 'close');
    }
  };
}
