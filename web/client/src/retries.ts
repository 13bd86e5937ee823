import { ApiError, NetworkError, UnexpectedAnswer, TimeoutError } from './errors.js';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
/** A retry may succeed after these. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Retries after temporary failures. The delay grows, and is at least `Retry-After`. Does not retry if
 * the call would time out before.
 * @param attempt rejects at once if the call is over
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
      if (failures >= retries || !isTemporary(error)) throw error;
      const waitMs = waitAfter(failures, error);
      if (waitMs >= time.leftMs()) throw error;
      await pause(waitMs, time.signal);
    }
  }
}

type Temporary = ApiError | UnexpectedAnswer | NetworkError;

/** Returns true if the same call may succeed later. */
export function isTemporary(error: unknown): error is Temporary {
  if (error instanceof NetworkError) return true;
  const isAnswer = error instanceof ApiError || error instanceof UnexpectedAnswer;
  return isAnswer && RETRIED_STATUSES.has(error.status);
}

/** Waits until the time is over or the signal is aborted, and leaves no timer or listener behind. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

/** Half of the delay is random, so that clients do not return at the same time. */
function waitAfter(failures: number, error: Temporary): number {
  const longestMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  const minimumMs = error instanceof NetworkError ? 0 : (error.retryAfterSeconds ?? 0) * 1_000;
  return minimumMs + (longestMs * (1 + Math.random())) / 2;
}

/** Timers cannot count longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time limit of a call, including retries and the delays between them. */
export interface CallTime {
  /** Aborted with the caller's signal, or when the time is over. */
  readonly signal: AbortSignal;
  leftMs(): number;
  /** Must be called at the end, to release the timer and the listener. */
  release(): void;
}

/** Starts the time of a call. @throws {RangeError} if the time is out of range */
export function startCallTime(timeoutMs: number, caller: AbortSignal | undefined): CallTime {
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
    throw new RangeError(`\`timeoutMs\` must be above 0 and at most ${LONGEST_MS}: ${timeoutMs}`);
  }
  // `AbortSignal.any` and `AbortSignal.timeout` would stay in memory as long as the caller's signal.
  const controller = new AbortController();
  const endsAtMs = performance.now() + timeoutMs;
  const timer = setTimeout(() => {
    controller.abort(new TimeoutError(timeoutMs));
  }, timeoutMs);
  const stop = (): void => {
    controller.abort(caller?.reason);
  };
  if (caller?.aborted === true) stop();
  else caller?.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    leftMs: () => endsAtMs - performance.now(),
    release() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', stop);
    },
  };
}
