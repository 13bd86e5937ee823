import type { IncomingMessage, ServerResponse } from 'node:http';
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
];

/**
 * Lets pages of other origins call the API, also with a token; preflights need none.
 *
 * @param origins whose pages may; `*`: all.
 */
export function crossOrigin(origins: '*' | readonly string[]): RequestMiddleware {
  const handle: Middleware = cors({
    origin: origins === '*' ? '*' : ({ req }) => allowedOrigin(origins, req.headers.origin),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'],
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
  return origin !== undefined && isListed(origins, origin) ? origin : '';
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

/** Names and values take turns, as Node's `writeHead` takes them: in half the time of `setHeader`. */
export type HeaderList = readonly string[];

/** Sets headers of a list one by one. */
export function setHeaders(res: ServerResponse, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) res.setHeader(list[at] ?? '', list[at + 1] ?? '');
}

/** Sets the headers of every answer, whatever was asked; those that may be kept say so later. */
export function commonHeaders(): RequestMiddleware {
  return ({ req, res }, next) => {
    setCommonHeaders(req, res);
    res.setHeader('Cache-Control', 'no-store');
    return next();
  };
}

function setCommonHeaders(req: IncomingMessage, res: ServerResponse): void {
  securedAnswer(req, res, () => undefined);
  res.setHeader('Vary', 'Origin, Accept-Encoding');
}

/** Node has it for all messages, and documents it for requests only. */
interface RawNamed {
  getRawHeaderNames(): string[];
}

let commonList: HeaderList | undefined;

/**
 * Lists the headers of every answer.
 * @param res the first one tells them
 */
export function listCommonHeaders(req: IncomingMessage, res: ServerResponse): HeaderList {
  if (commonList !== undefined) return commonList;
  const before = res.getHeaderNames();
  setCommonHeaders(req, res);
  const names = (res as ServerResponse & RawNamed)
    .getRawHeaderNames()
    .filter((name) => !before.includes(name.toLowerCase()));
  const list = names.flatMap((name) => [name, String(res.getHeader(name))]);
  for (const name of names) res.removeHeader(name);
  commonList = list;
  return list;
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
