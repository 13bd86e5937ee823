import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@koa/cors';
import helmet from 'helmet';
import type { Middleware } from 'koa';
import { isListed } from '../origin.js';
import type { RequestMiddleware } from './context.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Headers that scripts of other origins may read, besides the body. */
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

/** Names and values take turns, as Node's `writeHead` takes them: in half the time of `setHeader`. */
export type HeaderList = readonly string[];

/**
 * Makes what lists the headers that let pages of other origins read an answer, also one to a request with a token.
 *
 * @param origins whose pages may; `*`: all.
 */
export function crossOriginHeaders(origins: '*' | readonly string[]) {
  return ({ headers: { origin } }: IncomingMessage): HeaderList => {
    if (origin === undefined || (origins !== '*' && !isListed(origins, origin))) return [];
    const allowed = origins === '*' ? '*' : origin;
    return ['Access-Control-Allow-Origin', allowed, 'Access-Control-Expose-Headers', EXPOSED_HEADERS]; // prettier-ignore
  };
}

/** Does the same for what Koa answers, and answers preflights, which need no token. */
export function crossOrigin(origins: '*' | readonly string[]): RequestMiddleware {
  const headersFor = crossOriginHeaders(origins);
  const preflight: Middleware = cors({
    origin: ({ req }) => headersFor(req)[1] ?? '',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'],
    // Whatever headers a page wants to send are allowed: none of them does more than the token.
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

/** Sets the security headers of answers that are data, not pages. */
const securedAnswer = helmet({
  // Only the TLS proxy knows whether all of a domain is served over HTTPS: docs/running.md.
  strictTransportSecurity: false,
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

/** The headers of every answer, whatever was asked. */
export const COMMON_HEADERS: HeaderList = listCommonHeaders();

function listCommonHeaders(): HeaderList {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  securedAnswer(request, response, () => undefined);
  const names = (response as ServerResponse & RawNamed).getRawHeaderNames();
  const secured = names.flatMap((name) => [name, String(response.getHeader(name))]);
  return [...secured, 'Vary', 'Origin, Accept-Encoding'];
}

/** Sets headers of a list one by one. */
export function setHeaders(res: ServerResponse, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) res.setHeader(list[at] ?? '', list[at + 1] ?? '');
}

/** Sets the headers of every answer; those that may be kept say so later. */
export function commonHeaders(): RequestMiddleware {
  return ({ res }, next) => {
    setHeaders(res, COMMON_HEADERS);
    res.setHeader('Cache-Control', 'no-store');
    return next();
  };
}

/** Lists the headers of a body of JSON. */
export function bodyHeaders(coding: string): HeaderList {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  return ['Content-Type', 'application/json; charset=utf-8', ...coded];
}

/** Node has it for all messages, and documents it for requests only. */
interface RawNamed {
  getRawHeaderNames(): string[];
}

/** Sets the security headers of the pages of `/docs`, which may do only what they need to. */
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
