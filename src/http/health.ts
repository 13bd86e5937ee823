import type Router from '@koa/router';
import { type FaultDetail, notReady } from '../errors.js';
import type { RequestState } from './context.js';
import { setAnswer } from './envelope.js';
import { ANSWER_WITHIN_MS, within } from './deadline.js';

/** Lists what is missing to answer requests, and what to do about each; nothing: ready. */
export type Readiness = () => Promise<readonly FaultDetail[]>;

/** Adds `/health/live` (the process answers) and `/health/ready` (so does what it needs). */
export function addHealthRoutes(router: Router<RequestState>, readiness: Readiness): void {
  router.get('/health/live', (context) => {
    setAnswer(context, { data: { live: true } });
  });
  router.get('/health/ready', async (context) => {
    const missing = await within(ANSWER_WITHIN_MS, readiness());
    if (missing.length > 0) throw notReady(missing);
    setAnswer(context, { data: { ready: true } });
  });
}
