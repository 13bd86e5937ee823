import { pause } from '../client/src/retries.js';

/** Runs the latest task only. Earlier tasks are aborted and their results dropped. */
export class Latest {
  #controller = new AbortController();

  cancel(): void {
    this.#controller.abort();
  }

  /** @returns undefined if another task was started, or this one cancelled */
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

/** The most characters of a field. Links of maps are long. */
export const MAX_CHARACTERS = 1_000;
const MAX_TOKEN_CHARACTERS = 100;

/** Returns as much of a text as the service searches. */
export function tokenOf(text: string): string {
  return Array.from(text).slice(0, MAX_TOKEN_CHARACTERS).join('');
}

/** The key code of keys that an input method handles. */
const KEY_OF_INPUT_METHOD = 229;

/** Returns true if a key confirms a suggestion of an input method. */
export function confirmsComposition(event: KeyboardEvent): boolean {
  // Safari sends the key after the composition, and only the key code shows it.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return event.isComposing || event.keyCode === KEY_OF_INPUT_METHOD;
}
