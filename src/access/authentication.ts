import type { IncomingMessage } from 'node:http';
import { type ApiError, forbidden, foreignOrigin, unauthorized } from '../errors.js';
import { isListed } from '../origin.js';
import type { Caller, VerifyToken } from './tokens/caller.js';
import type { RequestContext } from '../middleware/context.js';

/** Who may call: `public` takes every valid token, `internal` only those of the internal scope. */
export type Access = 'public' | 'internal';

/** Everything under these paths is for internal use only. */
const RESTRICTED_PREFIXES = ['/places/', '/markers/'];

const BEARER = /^bearer +([\w.~+/-]{1,200}=*)$/i;

/** Returns who may call a path. */
export function accessOf(path: string): Access {
  return RESTRICTED_PREFIXES.some((prefix) => path.startsWith(prefix)) ? 'internal' : 'public';
}

/**
 * Lets a request through that carries a token good for its path, and remembers whose it is.
 *
 * @throws {ApiError} 401, 403, or 503 if tokens cannot be checked for now.
 */
export async function authenticate(
  context: RequestContext,
  verifyToken: VerifyToken,
): Promise<Caller> {
  const token = bearerOf(context.req);
  if (token === undefined) throw unauthorized();
  const caller = await verifyToken(token);
  if (caller === undefined) throw unauthorized();
  context.state.caller = caller;
  const refusal = refusalOfCall(caller, context.path, context.req);
  if (refusal !== undefined) throw refusal;
  return caller;
}

/** Returns the token that a request carries. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/**
 * Returns why a caller's token is not good for a request; undefined if it is. What comes without an
 * `Origin` comes from no page of another origin.
 */
export function refusalOfCall(
  { scope, origins }: Caller,
  path: string,
  { headers: { origin } }: IncomingMessage,
): ApiError | undefined {
  if (accessOf(path) === 'internal' && scope !== 'internal') return forbidden();
  if (origins === undefined || origin === undefined) return undefined;
  return isListed(origins, origin) ? undefined : foreignOrigin();
}
