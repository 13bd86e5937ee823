import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RequestContext, RequestMiddleware } from './context.js';

const WELL_FORMED_ID = /^[\w.:=+/-]{1,128}$/;

/** Describes what a caller may send as `X-Request-Id`; anything else is replaced. */
export const REQUEST_ID_RULE = '1 to 128 letters, digits and `_ . : = + / -`';

/**
 * Gives each request its id and writes one line when it is answered. The query string is left out,
 * for it is the caller's own; so is the token, of which only its name and id are written.
 */
export function requestLog(logger: Logger): RequestMiddleware {
  return async (context, next) => {
    const start = performance.now();
    // A connection that is closed before the answer has no address any more.
    const client = context.ip;
    const given = context.req.headers['x-request-id'];
    const requestId =
      typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
    context.state.requestId = requestId;
    context.res.setHeader('X-Request-Id', requestId);
    try {
      await next();
    } finally {
      write(logger, context, { client, durationMs: performance.now() - start });
    }
  };
}

function write(
  logger: Logger,
  context: RequestContext,
  { client, durationMs }: { client: string; durationMs: number },
): void {
  const { requestId, caller, failure } = context.state;
  const { status } = context;
  const line = {
    requestId,
    method: context.method,
    path: pathOf(context),
    status,
    durationMs: Math.round(durationMs * 100) / 100,
    client,
    ...(caller === undefined ? {} : { token: caller.name, tokenId: caller.id }),
  };
  if (status < 500) logger.info(line, 'request');
  else if (status === 503) logger.warn({ ...line, err: failure }, 'request');
  else logger.error({ ...line, err: failure }, 'request');
}

// Without the parsing that could fail, and without the query.
function pathOf({ req }: RequestContext): string {
  const [path] = (req.url ?? '').split('?', 1);
  return path ?? '';
}
