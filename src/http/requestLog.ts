import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Caller } from '../tokens/caller.js';
import { clientOf } from './client.js';
import type { RequestMiddleware } from './context.js';

const WELL_FORMED_ID = /^[\w.:=+/-]{1,128}$/;

/** Describes what a caller may send as `X-Request-Id`; anything else is replaced. */
export const REQUEST_ID_RULE = '1 to 128 letters, digits and `_ . : = + / -`';

/** What is known of a request when it comes. */
export interface Begun {
  readonly requestId: string;
  readonly client: string;
  /** By `performance.now()`. */
  readonly since: number;
}

/** What is known of it when it is answered. */
export interface Ended {
  readonly status: number;
  /** Once its token was accepted. */
  readonly caller?: Caller | undefined;
  /** Of a 5xx. */
  readonly failure?: unknown;
}

/**
 * Gives each request its id and writes one line when it is answered. The query string is left out,
 * for it is the caller's own; so is the token, of which only its name and id are written.
 */
export function requestLog(logger: Logger, trustedProxies: number): RequestMiddleware {
  return async (context, next) => {
    const { req, res, state } = context;
    const begun = beginRequest(req, trustedProxies);
    res.setHeader('X-Request-Id', begun.requestId);
    state.requestId = begun.requestId;
    try {
      await next();
    } finally {
      const { caller, failure } = state;
      logRequest(logger, req, begun, { status: context.status, caller, failure });
    }
  };
}

/** Gives a request its id, which its answer shows as `X-Request-Id`. */
export function beginRequest(req: IncomingMessage, trustedProxies: number): Begun {
  const since = performance.now();
  // A connection that is closed before the answer has no address any more.
  const client = clientOf(req, trustedProxies);
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  return { requestId, client, since };
}

/** Writes the line of a request. */
export function logRequest(
  logger: Logger,
  req: IncomingMessage,
  { requestId, client, since }: Begun,
  { status, caller, failure }: Ended,
): void {
  const line = {
    requestId,
    method: req.method,
    path: pathOf(req),
    status,
    durationMs: Math.round((performance.now() - since) * 100) / 100,
    client,
    // Left out of the line where there is none.
    token: caller?.name,
    tokenId: caller?.id,
  };
  if (status < 500) logger.info(line, 'request');
  else if (status === 503) logger.warn({ ...line, err: failure }, 'request');
  else logger.error({ ...line, err: failure }, 'request');
}

// Without the parsing that could fail, and without the query.
function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}
