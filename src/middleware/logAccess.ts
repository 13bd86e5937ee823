import type { AccessLog } from '../observe/accessLog.js';
import { Trace, traced } from '../observe/elasticsearch.js';
import type { RequestContext, RequestMiddleware } from './context.js';

/**
 * Logs each request that Koa answers.
 * @param routeOf returns the route template
 */
export function logAccess(
  log: AccessLog,
  routeOf: (context: RequestContext) => string,
): RequestMiddleware {
  return async (context, next) => {
    const { req, res, state } = context;
    const start = log.begin(req);
    res.setHeader('X-Request-Id', start.requestId);
    state.requestId = start.requestId;
    const trace = new Trace(start.requestId, start.traceparent);
    try {
      await traced([trace], next);
    } finally {
      const { caller, error } = state;
      log.write(req, start, { status: context.status, route: routeOf(context), caller, error, trace }); // prettier-ignore
    }
  };
}
