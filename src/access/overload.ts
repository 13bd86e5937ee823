import { overloaded } from '../errors.js';
import type { RequestMiddleware } from '../middleware/context.js';

/** The slots of requests that are worked on at the same time. */
export class RequestSlots {
  #taken = 0;

  constructor(readonly max: number) {}

  /**
   * Takes a slot, and returns the function that releases it.
   * @throws {ApiError} 503 if no slot is free
   */
  take(): () => void {
    if (this.#taken >= this.max) throw overloaded();
    this.#taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= 1;
      isTaken = false;
    };
  }
}

/** Holds a slot for the rest of a request. It comes after the body, which may arrive slowly. */
export function inSlot(slots: RequestSlots): RequestMiddleware {
  return async (_, next) => {
    const release = slots.take();
    try {
      await next();
    } finally {
      release();
    }
  };
}
