import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import helmet from 'helmet';
import { type Coding, COMPRESSED_FROM_BYTES, codingFor, encode, hasAlready, tagOf } from '../http/codings.js'; // prettier-ignore
import type { RequestMiddleware } from './context.js';

/** Sets the security headers of an answer. */
export type Secure = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** Returns a function that sets the security headers of a page. */
export function securedPage(policy: Readonly<Record<string, readonly string[]>>): Secure {
  return helmet({
    // Only the TLS proxy knows whether the whole domain uses HTTPS: docs/running.md.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        ...policy,
      },
    },
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.pbf': 'application/x-protobuf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.tgz': 'application/gzip',
};

/** Returns the content type of a file by the ending of its name. */
export function typeOf(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream';
}

/** A file to serve. */
export interface ServedFile {
  readonly type: string;
  readonly content: string | Buffer;
  /** The content as the build compressed it with Brotli. Compressed when it is requested if absent. */
  readonly brotli?: Buffer | undefined;
  /** `no-cache` when absent, so that clients revalidate. */
  readonly cacheControl?: string;
  /** The headers of data when absent. */
  readonly secure?: Secure;
  /** The Brotli level. Files are sent many times, so that 9 pays, the level when absent. */
  readonly level?: number;
}

const TEXT = /^text\/|[/+](?:json|javascript|xml|wasm|x-protobuf)\b/;

/** Answers with a file. Text is compressed once in each coding. */
export function serveFile(file: ServedFile): RequestMiddleware {
  const { type, content, brotli, cacheControl = 'no-cache', secure, level = 9 } = file;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const etag = tagOf(bytes);
  const isPlain = bytes.length < COMPRESSED_FROM_BYTES || !TEXT.test(type);
  const encoded: Partial<Record<Coding, Promise<Buffer>>> = {};
  if (brotli !== undefined) encoded.br = Promise.resolve(brotli);

  return async (context) => {
    secure?.(context.req, context.res, () => undefined);
    context.set({ 'Cache-Control': cacheControl, ETag: etag, 'Content-Type': type });
    if (hasAlready(context.req, etag)) {
      context.status = 304;
      return;
    }
    const coding = isPlain ? 'identity' : codingFor(context.req);
    if (coding === 'identity') {
      context.body = bytes;
      return;
    }
    context.set('Content-Encoding', coding);
    encoded[coding] ??= encode(bytes, coding, level);
    context.body = await encoded[coding];
  };
}
