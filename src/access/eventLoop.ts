import { monitorEventLoopDelay } from 'node:perf_hooks';

const WINDOW_MS = 500;
/**
 * Includes the 10 ms between two samples. With 2,000 connections on two busy cores a turn takes about 50 ms,
 * and all get answers. A lookup that is not cached takes about six turns, so turns of 100 ms add 0.6 s.
 */
const MAX_TURN_MS = 100;
const NANOSECONDS_PER_MS = 1_000_000;

/**
 * Measures the turns of the event loop. Returns a function that is true while most turns are too long.
 * One long turn, such as after a pause of the process, is not an overload: turns must be long in both of
 * the last two windows.
 */
export function watchEventLoop(): () => boolean {
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  let wasSlow = false;
  let isLate = false;
  setInterval(() => {
    const isSlow = histogram.percentile(50) > MAX_TURN_MS * NANOSECONDS_PER_MS;
    isLate = wasSlow && isSlow;
    wasSlow = isSlow;
    histogram.reset();
  }, WINDOW_MS).unref();
  return () => isLate;
}
