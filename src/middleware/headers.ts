import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { COMMON_HEADERS, crossOriginHeaders, setHeaders } from '../http/headers.js';
import type { RequestMiddleware } from './context.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

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

/** Sets the headers of every answer. Cacheable answers change `Cache-Control` later. */
export const commonHeaders: RequestMiddleware = ({ res }, next) => {
  setHeaders(res, COMMON_HEADERS);
  res.setHeader('Cache-Control', 'no-store');
  return next();
};
