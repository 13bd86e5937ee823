import type { CallTime } from './callTime.js';
import { ApiError, NetworkError, UnexpectedAnswer } from './errors.js';
import { pause } from './pause.js';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
/** What may be gone when the same is asked again. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Tries again after failures that may pass, with waits that grow, and no sooner than an answer tells;
 * not at all where the call's time would be over by then.
 *
 * @param attempt rejects at once where the call is over
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  retries: number,
  time: CallTime,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries || !mayPass(error)) throw error;
      const waitMs = waitAfter(failures, error);
      if (waitMs >= time.leftMs()) throw error;
      await pause(waitMs, time.signal);
    }
  }
}

type Passing = ApiError | UnexpectedAnswer | NetworkError;

function mayPass(error: unknown): error is Passing {
  if (error instanceof NetworkError) return true;
  const isAnswer = error instanceof ApiError || error instanceof UnexpectedAnswer;
  return isAnswer && PASSING.has(error.status);
}

/** At least a half of it is certain; the rest is chance, so that not all come back at once. */
function waitAfter(failures: number, error: Passing): number {
  const longestMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  const toldMs = error instanceof NetworkError ? 0 : (error.retryAfterSeconds ?? 0) * 1_000;
  return toldMs + (longestMs * (1 + Math.random())) / 2;
}
