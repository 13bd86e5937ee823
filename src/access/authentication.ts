import type { IncomingMessage } from 'node:http';
import { FORBIDDEN, FOREIGN_HOST, FOREIGN_ORIGIN } from '../errors.js';
import { isListed, isOwnHost } from '../origin.js';
import type { Caller } from './tokens/token.js';

/** `public`: every valid token is accepted. `internal`: only tokens of the internal scope are. */
export type Access = 'public' | 'internal';

const INTERNAL_PREFIXES = ['/places/', '/markers/'];

const BEARER = /^bearer +([\w.~+/-]{1,200}=*)$/i;

/** Returns who may call a path. */
export function accessOf(path: string): Access {
  return INTERNAL_PREFIXES.some((prefix) => path.startsWith(prefix)) ? 'internal' : 'public';
}

/** Returns the token of a request. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/**
 * Checks that a caller may send a request. A request without `Origin` is not from a page of another
 * origin, unless its name was rebound to this machine.
 * @throws {ApiError} 403
 */
export function checkCaller(
  { scope, origins, isDevelopment = false }: Caller,
  path: string,
  { headers: { origin, host } }: IncomingMessage,
): void {
  if (accessOf(path) === 'internal' && scope !== 'internal') throw FORBIDDEN;
  if (origins === undefined) return;
  if (origin !== undefined) {
    if (!isListed(origins, origin)) throw FOREIGN_ORIGIN;
  } else if (isDevelopment && host !== undefined && !isOwnHost(origins, host)) throw FOREIGN_HOST;
}
