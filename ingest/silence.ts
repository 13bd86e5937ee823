import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS = 12;
/** So many looks missed in a row tell that who looks was kept from it, and perhaps all others. */
const MISSED_LOOKS = 3;

/**
 * Tells whether a mark stays the same for a time, by the clock of this process that nobody sets.
 * A time in which it could not be read does not count.
 */
export async function staysTheSame(
  readMark: () => Promise<string>,
  timeMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const lookEveryMs = timeMs / LOOKS;
  const mark = await readMark();
  let since = performance.now();
  for (let last = since; last - since < timeMs;) {
    await sleep(lookEveryMs, undefined, signal ? { signal } : {});
    if ((await readMark()) !== mark) return false;
    const now = performance.now();
    if (now - last > MISSED_LOOKS * lookEveryMs) since = now;
    last = now;
  }
  return true;
}
