import Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { compression } from './http/compression.js';
import type { RequestState } from './http/context.js';
import { addDocumentation } from './openapi/pages.js';
import type { Endpoint } from './http/endpoint.js';
import { errorAnswers } from './http/errorAnswers.js';
import { commonHeaders, crossOrigin } from './http/headers.js';
import { addHealthRoutes, type Readiness } from './http/health.js';
import { overload } from './http/overload.js';
import { createRateLimit } from './http/rateLimit.js';
import { requestLog } from './http/requestLog.js';
import type { KeptAnswers } from './kept/keptAnswers.js';
import { type Listener, shortWay } from './kept/shortWay.js';
import { addEndpoints, createRouter, unmatched } from './http/routes.js';
import { announceClosing, type Stopping } from './http/stopping.js';
import { requestTarget } from './http/target.js';
import { VERSION } from './openapi/document.js';
import type { BuiltPages } from './pages/built.js';
import { addPages } from './pages/routes.js';
import type { VerifyToken } from './tokens/caller.js';

export interface AppDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly keptAnswers: KeptAnswers;
  readonly verifyToken: VerifyToken;
  readonly readiness: Readiness;
  /** Tells whether lookups wait so long that new ones would be refused. */
  readonly isCongested: () => boolean;
  readonly logger: Logger;
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
  >;
}

/** Makes the API without a server: what answers each request. */
export function createApp(dependencies: AppDependencies): Listener {
  const { endpoints, keptAnswers, verifyToken, readiness, isCongested } = dependencies;
  const { logger, stopping, pages, settings } = dependencies;
  const countRequest = createRateLimit(settings.rateLimitPerSecond);
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
  app.use(requestLog(logger, settings.trustedProxies));
  app.use(commonHeaders());
  const allowOrigins = crossOrigin(settings.corsOrigins);
  app.use(allowOrigins);
  app.use(compression());
  app.use(errorAnswers());
  app.use(overload(settings.maxConcurrentRequests, isCongested));
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
    crossOrigin(request, response, next) {
      const context = app.createContext<RequestState>(request, response);
      void allowOrigins(context, () => {
        next();
        return Promise.resolve();
      });
    },
    logger,
    stopping,
    trustedProxies: settings.trustedProxies,
  });
}
