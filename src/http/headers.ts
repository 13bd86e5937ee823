import type { IncomingMessage, ServerResponse } from 'node:http';
import { isListed } from '../origin.js';

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
