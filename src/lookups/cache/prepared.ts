import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '../../middleware/headers.js';
import type { Lookup } from './keptAnswers.js';

/** A lookup that could not be answered at once; its request is counted. */
export interface Prepared {
  readonly lookup: Lookup;
  readonly limitHeaders: HeaderList;
  /** The names of parameters that the route does not know; not told yet. */
  readonly ignored: readonly string[];
}

const prepared = new WeakMap<IncomingMessage, Prepared>();

/** Leaves a lookup to whoever answers the request. */
export function leavePrepared(request: IncomingMessage, left: Prepared): void {
  prepared.set(request, left);
}

/** Returns the lookup that was left, if one was. */
export function preparedOf(request: IncomingMessage): Prepared | undefined {
  return prepared.get(request);
}
