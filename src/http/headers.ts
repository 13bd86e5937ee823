import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@koa/cors';
import helmet, { type HelmetOptions } from 'helmet';
import type { Middleware } from 'koa';
import type { RequestMiddleware } from './context.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** What scripts of other origins may read, besides the body. */
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-Ignored-Params',
  'Retry-After',
  'WWW-Authenticate',
  'Allow',
];

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Lets pages of other origins call the API, also with a token; preflights need none.
 *
 * @param origins whose pages may; `*`: all.
 */
export function crossOrigin(origins: '*' | readonly string[]): RequestMiddleware {
  const handle: Middleware = cors({
    origin: origins === '*' ? '*' : ({ req }) => allowedOrigin(origins, req.headers.origin),
    allowMethods: ['GET', 'HEAD', 'PUT', 'OPTIONS'],
    // Whatever headers a page wants to send are allowed: none of them does more than the token.
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // They are on the answer already; the error need not carry them.
    keepHeadersOnError: false,
  });
  return async (context, next) => {
    if (context.req.headers.origin === undefined) await next();
    else await handle(context, next);
  };
}

// An empty string makes the middleware leave its headers out.
function allowedOrigin(origins: readonly string[], origin: string | undefined): string {
  return origin !== undefined && origins.includes(origin) ? origin : '';
}

/** The headers of every answer, whatever was asked. */
export function commonHeaders(): RequestMiddleware {
  const headers: Headers = [...apiSecurity(), ['Vary', 'Origin, Accept-Encoding']];
  return (context, next) => {
    for (const [name, value] of headers) context.res.setHeader(name, value);
    return next();
  };
}

/** Security headers for answers that are data, not pages. */
function apiSecurity(): Headers {
  return headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // The answers are meant to be read from other origins.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // These concern pages, or browsers of long ago.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

/** Security headers for the pages of `/docs`: the policy is what they need, and nothing more. */
export function pageSecurity(): Headers {
  return headersOf({
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
  });
}

// Helmet's headers are the same for every answer; working them out each time costs more than the
// rest of a small answer.
function headersOf(options: HelmetOptions): Headers {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
