import type { RequestMiddleware } from '../middleware/context.js';

/** Tells the answers of a process how far its end has come. */
export class Stopping {
  #hasBegun = false;
  #held: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Settles when answers may be sent; undefined: they may. */
  get held(): Promise<void> | undefined {
    return this.#held;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** Holds back every answer until the returned function is called. */
  holdAnswers(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      this.#held = undefined;
      release();
    };
  }
}

/**
 * Announces on every answer of a process that stops that its connection is closed: a caller who
 * knows sends nothing on it that would be lost.
 */
export function announceClosing(stopping: Stopping): RequestMiddleware {
  return async ({ res }, next) => {
    try {
      await next();
    } finally {
      if (stopping.held !== undefined) await stopping.held;
      // Afterwards, so that what is running when the signal comes announces it, too.
      if (stopping.hasBegun && !res.headersSent) res.setHeader('Connection', 'close');
    }
  };
}
