import cors from '@koa/cors';
import helmet from 'koa-helmet';
import type { Middleware } from 'koa';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** What scripts of other origins may read, besides the body. */
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-Ignored-Params',
  'Retry-After',
  'WWW-Authenticate',
  'Allow',
];

/**
 * Lets pages of other origins call the API, also with a token; preflights need none.
 *
 * @param origins whose pages may; `*`: all.
 */
export function crossOrigin(origins: '*' | readonly string[]): Middleware {
  return cors({
    origin: origins === '*' ? '*' : ({ req }) => allowedOrigin(origins, req.headers.origin),
    allowMethods: ['GET', 'HEAD', 'OPTIONS'],
    allowHeaders: ['Authorization', 'X-Request-Id'],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // They are on the answer already; the error need not carry them.
    keepHeadersOnError: false,
  });
}

// An empty string makes the middleware leave its headers out.
function allowedOrigin(origins: readonly string[], origin: string | undefined): string {
  return origin !== undefined && origins.includes(origin) ? origin : '';
}

/** Security headers; the policy is what the pages of `/docs` need, and nothing more. */
export function securityHeaders(): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Swagger UI sets styles on its elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The answers are meant to be read from other origins.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}
