import { monitorEventLoopDelay } from 'node:perf_hooks';

const WINDOW_MS = 500;
/** A lookup that is not cached takes about six turns of the event loop. Usual turns take milliseconds. */
const MAX_TURN_MS = 200;
const NANOSECONDS_PER_MS = 1_000_000;

/**
 * Measures the turns of the event loop. Returns a function that is true while most turns are too long.
 * One long turn, such as that of a paused process, is not an overload: turns must be long in both of
 * the last two windows.
 */
export function watchEventLoop(): () => boolean {
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  let medians: readonly number[] = [0, 0];
  setInterval(() => {
    medians = [...medians.slice(1), histogram.percentile(50) / NANOSECONDS_PER_MS];
    histogram.reset();
  }, WINDOW_MS).unref();
  return () => Math.min(...medians) > MAX_TURN_MS;
}
