/**
 * Returns how many seconds an answer asks to wait, by its `Retry-After`; undefined where it does not.
 * A date is counted from the `Date` of the answer, where that can be read: the clock here may be wrong.
 */
export function secondsToWait(headers: Headers, nowMs = Date.now()): number | undefined {
  const told = headers.get('Retry-After');
  if (told === null) return undefined;
  if (/^\d+$/.test(told)) return Number(told);
  const sentMs = Date.parse(headers.get('Date') ?? '');
  const seconds = (Date.parse(told) - (Number.isNaN(sentMs) ? nowMs : sentMs)) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
