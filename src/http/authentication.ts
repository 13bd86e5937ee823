import type { IncomingMessage } from 'node:http';
import { forbidden, unauthorized } from '../errors.js';
import type { Caller, VerifyToken } from '../tokens/caller.js';
import type { RequestContext } from './context.js';

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
  if (!mayCall(caller, context.path)) throw forbidden();
  return caller;
}

/** Returns the token that a request carries. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Tells whether the scope of a caller's token is good for a path. */
export function mayCall({ scope }: Caller, path: string): boolean {
  return accessOf(path) === 'public' || scope === 'internal';
}
