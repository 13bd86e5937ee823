import { TimeoutError } from './errors.js';

/** What timers can count. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time that one call has, its retries and the waits between them included. */
export interface CallTime {
  /** Is aborted when the caller's signal is, or when the time is over. */
  readonly signal: AbortSignal;
  leftMs(): number;
  /** Is to be called in the end, so that nothing of the call stays behind. */
  release(): void;
}

/**
 * Starts the time of a call.
 *
 * @throws {RangeError} if there is no such time.
 */
export function startCallTime(timeoutMs: number, caller: AbortSignal | undefined): CallTime {
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
    throw new RangeError(`\`timeoutMs\` must be above 0 and at most ${LONGEST_MS}: ${timeoutMs}`);
  }
  // Not `AbortSignal.any` and `AbortSignal.timeout`, which stay with the caller's signal as long as
  // that lives.
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
