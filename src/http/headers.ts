import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { isListed } from '../origin.js';
import type { RequestMiddleware } from '../middleware/context.js';

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

/**
 * The headers of every answer. Pages add others. Only the TLS proxy knows whether the whole domain
 * uses HTTPS: docs/running.md.
 */
export const COMMON_HEADERS: HeaderList = [
  ...['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  // Other origins may read answers.
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'SAMEORIGIN'],
  ...['Vary', 'Origin, Accept-Encoding'],
];

/** Sets headers one by one. */
export function setHeaders(res: ServerResponse, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) res.setHeader(list[at] ?? '', list[at + 1] ?? '');
}

/** Sets the headers of every answer. Cacheable answers change `Cache-Control` later. */
export const commonHeaders: RequestMiddleware = ({ res }, next) => {
  setHeaders(res, COMMON_HEADERS);
  res.setHeader('Cache-Control', 'no-store');
  return next();
};
