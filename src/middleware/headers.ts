import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@koa/cors';
import helmet from 'helmet';
import type { Middleware } from 'koa';
import { isListed } from '../origin.js';
import type { RequestMiddleware } from './context.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Headers that scripts of other origins may read. */
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-Ignored-Params',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'Allow',
  'ETag',
  'Cache-Status',
].join(',');

/** Alternating names and values, for Node's `writeHead`: twice as fast as `setHeader`. */
export type HeaderList = readonly string[];

/** Returns a function that lists the CORS headers of a request. `*` allows all origins. */
export function crossOriginHeaders(origins: '*' | readonly string[]) {
  return ({ headers: { origin } }: IncomingMessage): HeaderList => {
    if (origin === undefined || (origins !== '*' && !isListed(origins, origin))) return [];
    const allowed = origins === '*' ? '*' : origin;
    return ['Access-Control-Allow-Origin', allowed, 'Access-Control-Expose-Headers', EXPOSED_HEADERS]; // prettier-ignore
  };
}

/** Sets the CORS headers in Koa, and answers preflights, which need no token. */
export function crossOrigin(origins: '*' | readonly string[]): RequestMiddleware {
  const headersFor = crossOriginHeaders(origins);
  const preflight: Middleware = cors({
    origin: ({ req }) => headersFor(req)[1] ?? '',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'],
    // Pages may send any headers, because no header does more than the token.
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    keepHeadersOnError: false,
  });
  return async (context, next) => {
    if (context.method === 'OPTIONS' && context.get('Origin') !== '')
      return preflight(context, next) as Promise<void>;
    setHeaders(context.res, headersFor(context.req));
    await next();
  };
}

/** Sets the security headers of data. */
const securedAnswer = helmet({
  // Only the TLS proxy knows whether the whole domain uses HTTPS: docs/running.md.
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  // Other origins may read answers.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  // These are for pages or old browsers.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** The headers of every answer. They do not depend on any request. */
export const COMMON_HEADERS: HeaderList = listCommonHeaders();

function listCommonHeaders(): HeaderList {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  securedAnswer(request, response, () => undefined);
  const names = (response as ServerResponse & RawNamed).getRawHeaderNames();
  const secured = names.flatMap((name) => [name, String(response.getHeader(name))]);
  return [...secured, 'Vary', 'Origin, Accept-Encoding'];
}

/** Sets headers one by one. */
export function setHeaders(res: ServerResponse, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) res.setHeader(list[at] ?? '', list[at + 1] ?? '');
}

/** Sets the headers of every answer. Cacheable answers change `Cache-Control` later. */
export function commonHeaders(): RequestMiddleware {
  return ({ res }, next) => {
    setHeaders(res, COMMON_HEADERS);
    res.setHeader('Cache-Control', 'no-store');
    return next();
  };
}

/** Lists the headers of a JSON body. */
export function bodyHeaders(coding: string): HeaderList {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  return ['Content-Type', 'application/json; charset=utf-8', ...coded];
}

/** The types of Node have it for requests only. */
interface RawNamed {
  getRawHeaderNames(): string[];
}

/** Sets the security headers of the pages of `/docs`. */
export const securedPage = helmet({
  strictTransportSecurity: false,
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
