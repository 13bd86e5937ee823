import type Router from '@koa/router';
import { type FaultDetail, notReady } from '../errors.js';
import type { RequestState } from '../middleware/context.js';
import { setAnswer } from '../middleware/envelope.js';
import { ANSWER_WITHIN_MS, within } from './deadline.js';
import type { Stopping } from './stopping.js';

/** Lists what is missing to answer requests, and what to do about each; nothing: ready. */
export type Readiness = () => Promise<readonly FaultDetail[]>;

/** As long as a check is taken for the present state. */
const CHECK_COUNTS_FOR_MS = 1_000;

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
  const check = shared(readiness);
  router.get('/health/live', (context) => setAnswer(context, { data: { live: true } }));
  router.get('/health/ready', async (context) => {
    // So that load balancers send nothing more.
    if (stopping.hasBegun) throw notReady([STOPPING]);
    const missing = await within(ANSWER_WITHIN_MS, check());
    if (missing.length > 0) throw notReady(missing);
    await setAnswer(context, { data: { ready: true } });
  });
}

/** One check at a time, for all who ask while it is under way or recent: nobody needs a token. */
function shared(readiness: Readiness): Readiness {
  let latest: Promise<readonly FaultDetail[]> | undefined;
  return () => {
    if (latest !== undefined) return latest;
    const check = readiness();
    latest = check;
    const forget = (): void => {
      setTimeout(() => {
        latest = undefined;
      }, CHECK_COUNTS_FOR_MS).unref();
    };
    check.then(forget, forget);
    return check;
  };
}
