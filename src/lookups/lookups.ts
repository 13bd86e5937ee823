import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import type { Lookup } from './cache/keptAnswers.js';
import type { OnIgnored } from './endpoint.js';
import type { HeaderList } from '../middleware/headers.js';

const MAX_IGNORED_HEADER_CHARACTERS = 1_000;

/** Tells a caller the names of parameters that the route does not know. */
export function tellIgnored(res: ServerResponse): OnIgnored {
  return (names) => {
    if (names.length === 0) return;
    // Names come from the caller: whatever a header may not hold is percent-encoded.
    const list = names.map((name) => encodeURIComponent(name.toWellFormed())).join(', ');
    res.setHeader('X-Ignored-Params', list.slice(0, MAX_IGNORED_HEADER_CHARACTERS));
  };
}

/** Tells whether the caller has the answer with this tag already. */
export function hasAlready({ headers }: IncomingMessage, etag: string | undefined): boolean {
  return etag !== undefined && headers['if-none-match'] !== undefined && fresh(headers, { etag });
}

/** Returns the tag of an answer; undefined where it is not known yet, or nobody may keep it. */
export function etagOf(lookup: Lookup): string | undefined {
  if (lookup.cacheControl === 'no-store') return undefined;
  return lookup.reply === undefined ? lookup.etag : lookup.reply.etag;
}

/**
 * Lists the headers by which an answer may be kept by its caller, and the one that tells whether it
 * was kept here, or asked of Elasticsearch (RFC 9211).
 */
export function keepingHeaders(
  { cacheControl }: Lookup,
  etag: string | undefined,
  wasKept: boolean,
): HeaderList {
  const tag = etag === undefined ? [] : ['ETag', etag];
  const status = `geographic-data; ${wasKept ? 'hit' : 'fwd=miss'}`;
  return ['Cache-Control', cacheControl, ...tag, 'Cache-Status', status];
}

/** Lists the headers of a body. */
export function bodyHeaders(coding: string): HeaderList {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  return ['Content-Type', 'application/json; charset=utf-8', ...coded];
}
