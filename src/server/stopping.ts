import type { RequestMiddleware } from '../middleware/context.js';

/** The state of a process that is stopping. */
export class Stopping {
  #hasBegun = false;
  #held: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Settles when answers may be sent. Undefined if they may be sent now. */
  get held(): Promise<void> | undefined {
    return this.#held;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** Holds back all answers until the returned function is called. */
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

/** Sends `Connection: close` while stopping, so that no further request on it is lost. */
export function announceClosing(stopping: Stopping): RequestMiddleware {
  return async ({ res }, next) => {
    try {
      await next();
    } finally {
      if (stopping.held !== undefined) await stopping.held;
      // Afterwards, so that requests that were running at the signal are included.
      if (stopping.hasBegun && !res.headersSent) res.setHeader('Connection', 'close');
    }
  };
}
