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

/**
 * Reads `Retry-After`. A date counts from the answer's `Date`, because the local clock may be wrong.
 */
export function secondsToWait(headers: Headers, nowMs = Date.now()): number | undefined {
  const retryAfter = headers.get('Retry-After');
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const sentMs = Date.parse(headers.get('Date') ?? '');
  const seconds = (Date.parse(retryAfter) - (Number.isNaN(sentMs) ? nowMs : sentMs)) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
