import { patienceMs } from '../../core/elasticsearch/retry.js';
import { wait } from '../../core/elasticsearch/wait.js';

const LOOKS = 12;
/** So many looks missed in a row tell that who looks was kept from it, and perhaps all others. */
const MISSED_LOOKS = 3;

/**
 * Tells whether a mark stays the same for a time, by the clock of this process that nobody sets.
 * A time in which it could not be read does not count, and it is read at the end of it.
 */
export async function staysTheSame(
  mark: string,
  readMark: () => Promise<string>,
  timeMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const lookEveryMs = timeMs / LOOKS;
  let since = performance.now();
  for (let last = since; last - since < timeMs;) {
    await wait(lookEveryMs, signal);
    try {
      if ((await readMark()) !== mark) return false;
    } catch (error) {
      if (performance.now() - last >= patienceMs(error)) throw error;
      continue;
    }
    const now = performance.now();
    if (now - last > MISSED_LOOKS * lookEveryMs) since = now;
    last = now;
  }
  return true;
}
