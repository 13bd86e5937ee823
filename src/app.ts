import type { IncomingMessage, ServerResponse } from 'node:http';
import type Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { RequestContext, RequestState } from './middleware/context.js';
import { addDocumentation } from './openapi/pages.js';
import type { Endpoint } from './lookups/endpoint.js';
import { createLookupHandler } from './lookups/handler.js';
import { errorAnswers } from './middleware/errorAnswers.js';
import { commonHeaders, crossOrigin, crossOriginHeaders } from './middleware/headers.js';
import { addHealthRoutes, type Readiness } from './server/health.js';
import { overload, Places } from './access/overload.js';
import { type CountRequest, createRateLimit, type RateLimits } from './access/rateLimit.js';
import { AccessLog, logAccess } from './observe/accessLog.js';
import { StateLog } from './observe/stateLog.js';
import type { KeptAnswers } from './lookups/cache/keptAnswers.js';
import { addEndpoints, createRouter, unmatched } from './middleware/routes.js';
import { announceClosing, type Stopping } from './server/stopping.js';
import { pathOf, prepareTarget, refuseUnreadable } from './middleware/target.js';
import { VERSION } from './openapi/document.js';
import type { BuiltPages } from './pages/built.js';
import { addPages } from './pages/routes.js';
import type { Caller, VerifyToken } from './access/tokens/caller.js';

export interface AppDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly keptAnswers: KeptAnswers;
  readonly verifyToken: VerifyToken;
  /** Gets the caller of every request that is let through; absent: nobody counts. */
  readonly countUse?: (caller: Caller) => void;
  readonly readiness: Readiness;
  /** Tells whether so many lookups wait, and for so long, that a new one is refused. */
  readonly isCongested: () => boolean;
  readonly logger: Logger;
  /** Absent: one of its own. */
  readonly states?: StateLog;
  readonly stopping: Stopping;
  /** Absent: there are none. */
  readonly pages?: BuiltPages | undefined;
  readonly settings: Pick<
    Config,
    | 'corsOrigins'
    | 'trustedProxies'
    | 'maxConcurrentRequests'
    | 'rateLimitPerSecond'
    | 'devTokens'
    | 'mapStyleUrl'
    | 'slowRequestMs'
    | 'logRequests'
  > &
    RateLimits;
}

/** Makes the API without a server: what answers each request. */
export function createApp(
  dependencies: AppDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { endpoints, keptAnswers, verifyToken, countUse, readiness, isCongested } = dependencies;
  const { logger, states = new StateLog(logger), stopping, pages, settings } = dependencies;
  const accessLog = new AccessLog({ logger, states, ...settings });
  const places = new Places(settings.maxConcurrentRequests);
  const limit = createRateLimit(settings);
  const countRequest: CountRequest = (caller, count) => {
    const headers = limit(caller, count);
    if (count === undefined) countUse?.(caller);
    return headers;
  };
  const admission = { keptAnswers, verifyToken, countRequest, places };
  const router = createRouter();
  addEndpoints(router, endpoints, admission);
  addHealthRoutes(router, readiness, stopping);
  addDocumentation(router, endpoints);
  if (pages !== undefined) addPages(router, pages, { ...settings, version: VERSION });

  const app = new Koa<RequestState>();
  app.on('error', (error: unknown) => {
    logger.error({ err: error }, 'an answer could not be sent');
  });
  app.use(announceClosing(stopping));
  app.use(logAccess(accessLog, createRouteOf(router)));
  app.use(commonHeaders());
  app.use(crossOrigin(settings.corsOrigins));
  app.use(errorAnswers());
  app.use(overload(places));
  app.use(refuseUnreadable());
  app.use(router.routes());
  app.use(unmatched(verifyToken));
  const answerOthers = app.callback();
  const answerLookup = createLookupHandler({
    ...admission,
    endpoints,
    isCongested,
    crossOrigin: crossOriginHeaders(settings.corsOrigins),
    accessLog,
    stopping,
  });
  return (request, response) => {
    prepareTarget(request);
    if (!answerLookup(request, response)) void answerOthers(request, response);
  };
}

/** Makes what returns the template of a request's path, also of one that no router was asked for. */
function createRouteOf(router: Router<RequestState>): (context: RequestContext) => string {
  const paths = new Set<unknown>(router.stack.map(({ path }) => path));
  return (context) => {
    const path = pathOf(context.req);
    if (paths.has(path)) return path;
    const { _matchedRoute: matched } = context as { _matchedRoute?: unknown };
    return typeof matched === 'string' ? matched : 'unmatched';
  };
}
