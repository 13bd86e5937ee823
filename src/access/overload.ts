import { overloaded } from '../errors.js';
import type { RequestMiddleware } from '../middleware/context.js';
import { pathOf } from '../middleware/target.js';

/** The places of requests that are answered at the same time. */
export class Places {
  #taken = 0;

  constructor(readonly most: number) {}

  /**
   * Takes a place.
   * @returns gives it back; again: does nothing
   * @throws {ApiError} 503 if none is free.
   */
  take(): () => void {
    if (this.#taken >= this.most) throw overloaded();
    this.#taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken -= 1;
      isHeld = false;
    };
  }
}

/** Refuses what is beyond the places, but never the health of the process, for which nobody needs a token. */
export function overload(places: Places): RequestMiddleware {
  return async (context, next) => {
    const isHealth = pathOf(context.req).startsWith('/health/');
    context.state.leavePlace = isHealth ? () => undefined : places.take();
    try {
      await next();
    } finally {
      context.state.leavePlace();
    }
  };
}

/** Gives the place back while something is waited for that is the caller's own time. */
export const leavePlace: RequestMiddleware = ({ state }, next) => {
  state.leavePlace?.();
  return next();
};

/** Makes what takes a place again, for the work that comes now. */
export function takePlace(places: Places): RequestMiddleware {
  return ({ state }, next) => {
    state.leavePlace = places.take();
    return next();
  };
}
