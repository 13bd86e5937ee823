import { setTimeout as sleep } from 'node:timers/promises';

/** For tests that start a server more than once, on a machine that is busy with other tests. */
export const patienceMs = 400_000;

/** Waits until the condition holds, or fails saying what it waited for. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 150_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not happen in time: ${what}`);
    await sleep(10);
  }
}
