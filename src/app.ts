import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { VERSION } from '../core/version.js';
import { createRateLimit, type RateLimits } from './access/rateLimit.js';
import type { Caller, VerifyToken } from './access/tokens/token.js';
import { RequestSlots } from './concurrency.js';
import type { Config } from './config.js';
import { crossOriginHeaders } from './http/headers.js';
import { pathOf } from './http/target.js';
import type { AnswerCache } from './lookups/answerCache.js';
import type { Endpoint } from './lookups/endpoint.js';
import { createRequestListener } from './lookups/handler.js';
import type { RequestContext, RequestState } from './middleware/context.js';
import { errorAnswers, rejectUnreadable } from './middleware/envelope.js';
import { commonHeaders, crossOrigin } from './middleware/headers.js';
import { addHealthRoutes, announceClosing, type Readiness } from './middleware/health.js';
import { logAccess } from './middleware/logAccess.js';
import { addEndpoints, unmatched } from './middleware/routes.js';
import { AccessLog, type AccessLogOptions } from './observe/accessLog.js';
import { StateLog } from './observe/stateLog.js';
import { addDocumentation } from './openapi/pages.js';
import type { BuiltPages } from './pages/built.js';
import { addPages, missingPage, type PageSettings } from './pages/routes.js';
import type { Stopping } from './server/server.js';

export interface AppDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly answerCache: AnswerCache;
  readonly verifyToken: VerifyToken;
  /** Called with the caller of every accepted request. */
  readonly countUse?: (caller: Caller) => void;
  readonly readiness: Readiness;
  readonly logger: Logger;
  readonly states?: StateLog;
  /** True while the event loop is overloaded: only cached answers and health are then given. */
  readonly isLate?: () => boolean;
  readonly stopping: Stopping;
  readonly pages?: BuiltPages | undefined;
  readonly settings: Pick<Config, 'corsOrigins' | 'maxConcurrentRequests' | 'cacheMaxAgeSeconds'> &
    Omit<AccessLogOptions, 'logger' | 'states'> &
    Omit<PageSettings, 'version'> &
    RateLimits;
}

/** Creates the request listener of the API. */
export function createApp(dependencies: AppDependencies): RequestListener {
  const { endpoints, answerCache, verifyToken, countUse, readiness } = dependencies;
  const { logger, states = new StateLog(logger), stopping, pages, settings } = dependencies;
  const accessLog = new AccessLog({ logger, states, ...settings });
  const slots = new RequestSlots(settings.maxConcurrentRequests, dependencies.isLate);
  const countRequest = createRateLimit(settings, countUse);
  const shared = { answerCache, verifyToken, countRequest, slots };
  // Paths are taken literally: case and a trailing slash count.
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  addEndpoints(router, endpoints, shared);
  addHealthRoutes(router, readiness, stopping);
  const { devTokens } = settings;
  addDocumentation(router, endpoints, { devTokens, hasPages: pages !== undefined });
  if (pages !== undefined) addPages(router, pages, { ...settings, version: VERSION });

  const app = new Koa<RequestState>({ proxy: settings.trustProxy > 0 });
  app.on('error', (error: unknown) => {
    logger.error({ err: error }, 'an answer could not be sent');
  });
  app.use(announceClosing(stopping));
  app.use(logAccess(accessLog, createRouteOf(router)));
  app.use(commonHeaders);
  app.use(crossOrigin(settings.corsOrigins));
  app.use(errorAnswers);
  app.use(rejectUnreadable);
  if (pages !== undefined) app.use(missingPage(pages));
  app.use(router.routes());
  app.use(unmatched(verifyToken));
  const others = app.callback();
  return createRequestListener({
    ...shared,
    endpoints,
    cacheMaxAgeSeconds: settings.cacheMaxAgeSeconds,
    crossOrigin: crossOriginHeaders(settings.corsOrigins),
    accessLog,
    stopping,
    answerOthers: (request, response) => void others(request, response),
  });
}

/** Returns the route template of a request, for metrics: few values, whatever callers send. */
function createRouteOf(router: Router<RequestState>): (context: RequestContext) => string {
  const paths = new Set<unknown>(router.stack.map(({ path }) => path));
  return (context) => {
    const path = pathOf(context.req);
    if (paths.has(path)) return path;
    const { _matchedRoute: matched } = context as { _matchedRoute?: unknown };
    return typeof matched === 'string' ? matched : 'unmatched';
  };
}
