import type { IncomingMessage } from 'node:http';
import type { Lookup } from './keptAnswers.js';

const prepared = new WeakMap<IncomingMessage, Lookup>();

/** Leaves a lookup that could not be answered at once to whoever answers the request. */
export function leavePrepared(request: IncomingMessage, lookup: Lookup): void {
  prepared.set(request, lookup);
}

/** Returns the lookup that was left, if one was. */
export function preparedOf(request: IncomingMessage): Lookup | undefined {
  return prepared.get(request);
}
