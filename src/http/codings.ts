import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { HeaderList } from './headers.js';

/** Content codings in order of preference. */
const CODINGS = ['br', 'gzip', 'deflate', 'identity'] as const;

export type Coding = (typeof CODINGS)[number];

/** Smaller bodies are not compressed. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** Compresses like gzip by default, and is faster. */
const BROTLI_QUALITY = 4;

const MAX_KNOWN_HEADERS = 100;
/** No browser or client sends more. To parse 64 KiB takes a tenth of a second. */
const MAX_CHARACTERS = 500;

/** The types of `negotiator` lack the options. */
interface Negotiating {
  encoding(
    available: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
}

/** Clients send the same few headers all the time. */
const known = new LRUCache<string, Coding>({ max: MAX_KNOWN_HEADERS });

/** Returns the preferred coding of a caller; `identity` if it accepts none, or the header is too long. */
export function codingFor({ headers }: Pick<IncomingMessage, 'headers'>): Coding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || accepted.length > MAX_CHARACTERS) return 'identity';
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const negotiator = new Negotiator({ headers }) as Negotiating;
  const best = negotiator.encoding(CODINGS, { preferred: CODINGS });
  const coding = CODINGS.find((each) => each === best) ?? 'identity';
  known.set(accepted, coding);
  return coding;
}

const compressors = {
  br: (bytes: Buffer, level: number) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: level };
    return promisify(brotliCompress)(bytes, { params });
  },
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  deflate: (bytes: Buffer) => promisify(deflate)(bytes),
};

/** Compresses a body. Files are sent many times, so that a Brotli level of 9 pays. */
export function encode(bytes: Buffer, coding: Exclude<Coding, 'identity'>, level = BROTLI_QUALITY) {
  return compressors[coding](bytes, level);
}

/** Lists the headers of a JSON body. */
export function bodyHeaders(coding: string): HeaderList {
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  return ['Content-Type', 'application/json; charset=utf-8', ...coded];
}

/** Returns the weak `ETag` of content, the same in every content coding. */
export function tagOf(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** True if the request names this tag in `If-None-Match`. `fetch` adds `Cache-Control: no-cache`, which does not count. */
export function hasAlready({ headers }: IncomingMessage, etag: string): boolean {
  const tags = headers['if-none-match'];
  return tags !== undefined && fresh({ 'if-none-match': tags }, { etag });
}
