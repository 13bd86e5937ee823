import type Router from '@koa/router';
import { type FaultDetail, notReady } from '../errors.js';
import type { RequestState } from '../middleware/context.js';
import { setAnswer } from '../middleware/envelope.js';
import type { Stopping } from './stopping.js';

/** Lists what is missing to answer requests, and what to do about each; nothing: ready. */
export type Readiness = () => readonly FaultDetail[];

const STOPPING: FaultDetail = {
  path: 'process',
  message: 'It is stopping, and finishes what runs. Send requests to another process.',
};

/** Adds `/health/live` (the process answers) and `/health/ready` (so does what it needs). */
export function addHealthRoutes(
  router: Router<RequestState>,
  readiness: Readiness,
  stopping: Stopping,
): void {
  router.get('/health/live', (context) => setAnswer(context, { data: { live: true } }));
  router.get('/health/ready', (context) => {
    // So that load balancers send nothing more.
    const missing = stopping.hasBegun ? [STOPPING] : readiness();
    if (missing.length > 0) throw notReady(missing);
    return setAnswer(context, { data: { ready: true } });
  });
}
