import type Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { compression } from './middleware/compression.js';
import type { RequestContext, RequestState } from './middleware/context.js';
import { addDocumentation } from './openapi/pages.js';
import { type Endpoint, lookupPaths } from './lookups/endpoint.js';
import { errorAnswers } from './middleware/errorAnswers.js';
import { commonHeaders, crossOrigin } from './middleware/headers.js';
import { addHealthRoutes, type Readiness } from './server/health.js';
import { overload } from './access/overload.js';
import { type CountRequest, createRateLimit, type RateLimits } from './access/rateLimit.js';
import { requestLog } from './observe/requestLog.js';
import { createRequestTeller } from './observe/requestTeller.js';
import type { KeptAnswers } from './lookups/cache/keptAnswers.js';
import { type Listener, shortWay } from './lookups/shortWay.js';
import { addEndpoints, createRouter, unmatched } from './lookups/routes.js';
import { announceClosing, type Stopping } from './server/stopping.js';
import { pathOf, requestTarget } from './middleware/target.js';
import { RequestCounts } from './observe/metrics/requests.js';
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
  /** Tells whether so many lookups wait, or for so long, that a new one is refused; whoever asks refuses it. */
  readonly isCongested: () => boolean;
  readonly logger: Logger;
  /** Those that metrics show. */
  readonly counts?: RequestCounts | undefined;
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
export function createApp(dependencies: AppDependencies): Listener {
  const { endpoints, keptAnswers, verifyToken, countUse, readiness, isCongested } = dependencies;
  const { logger, counts = new RequestCounts(), stopping, pages, settings } = dependencies;
  const tell = createRequestTeller({ logger, counts, ...settings });
  const limit = createRateLimit(settings);
  const countRequest: CountRequest = (caller, count) => {
    const headers = limit(caller, count);
    if (count === undefined) countUse?.(caller);
    return headers;
  };
  const router = createRouter();
  addEndpoints(router, endpoints, { keptAnswers, verifyToken, countRequest });
  addHealthRoutes(router, readiness, stopping);
  addDocumentation(router, endpoints);
  if (pages !== undefined) addPages(router, pages, { ...settings, version: VERSION });

  const app = new Koa<RequestState>();
  app.on('error', (error: unknown) => {
    logger.error({ err: error }, 'an answer could not be sent');
  });
  app.use(announceClosing(stopping));
  app.use(requestLog(tell, counts, settings.trustedProxies, createRouteOf(router)));
  app.use(commonHeaders());
  const allowOrigins = crossOrigin(settings.corsOrigins);
  app.use(allowOrigins);
  app.use(compression());
  app.use(errorAnswers());
  app.use(overload(settings.maxConcurrentRequests, lookupPaths(endpoints), isCongested));
  app.use(requestTarget());
  app.use(router.routes());
  app.use(unmatched(verifyToken));
  const answer = app.callback();
  const longWay: Listener = (request, response) => void answer(request, response);
  return shortWay(longWay, {
    endpoints,
    keptAnswers,
    verifyToken,
    countRequest,
    isCongested,
    crossOrigin(request, response, next) {
      const context = app.createContext<RequestState>(request, response);
      void allowOrigins(context, () => {
        next();
        return Promise.resolve();
      });
    },
    tell,
    stopping,
    trustedProxies: settings.trustedProxies,
  });
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
