import { setTimeout as sleep } from 'node:timers/promises';

/** @throws the signal's reason, as soon as it is aborted */
export async function wait(timeMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(timeMs, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
