import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestCounts } from './metrics/requests.js';
import { Trace, traced } from './trace.js';
import { clientOf } from './client.js';
import type { RequestContext, RequestMiddleware } from '../middleware/context.js';
import type { TellRequest } from './requestTeller.js';

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

/**
 * Gives each request its id, follows it to Elasticsearch, and tells of it when it is answered.
 * @param routeOf returns the template of its path
 */
export function requestLog(
  tell: TellRequest,
  counts: RequestCounts,
  trustedProxies: number,
  routeOf: (context: RequestContext) => string,
): RequestMiddleware {
  return async (context, next) => {
    const { req, res, state } = context;
    const begun = beginRequest(req, trustedProxies);
    res.setHeader('X-Request-Id', begun.requestId);
    state.requestId = begun.requestId;
    const trace = new Trace(begun.requestId);
    counts.running += 1;
    try {
      await traced([trace], next);
    } finally {
      counts.running -= 1;
      const { caller, refusal, wasKept = false } = state;
      const route = routeOf(context);
      tell(req, begun, { status: context.status, route, wasKept, caller, refusal, trace });
    }
  };
}

/**
 * Gives a request its id, which its answer shows as `X-Request-Id`.
 * @param since when it came
 */
export function beginRequest(
  req: IncomingMessage,
  trustedProxies: number,
  since = performance.now(),
): Begun {
  // A connection that is closed before the answer has no address any more.
  const client = clientOf(req, trustedProxies);
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  return { requestId, client, since };
}
