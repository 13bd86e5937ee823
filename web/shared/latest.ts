import { pause } from '../client/src/pause.js';

/** Does the latest of what is wanted, after a pause; what came before is aborted and dropped. */
export class Latest {
  #controller = new AbortController();

  cancel(): void {
    this.#controller.abort();
  }

  /** @returns undefined when something later was wanted meanwhile, or nothing at all */
  async run<T>(pauseMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.cancel();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const isDropped = (): boolean => signal.aborted;
    if (pauseMs > 0) await pause(pauseMs, signal);
    if (isDropped()) return undefined;
    try {
      const answer = await ask(signal);
      return isDropped() ? undefined : answer;
    } catch (error) {
      if (isDropped()) return undefined;
      throw error;
    }
  }
}
