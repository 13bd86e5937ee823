import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Coding, COMPRESSED_FROM_BYTES, codingFor, encode, hasAlready, tagOf } from './codings.js'; // prettier-ignore
import type { RequestMiddleware } from './context.js';

/** A middleware of helmet. */
export type Secure = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** A file to serve. */
export interface ServedFile {
  readonly type: string;
  /** Called at the first request. */
  readonly content: () => string | Buffer;
  /** `no-cache` when absent, so that clients revalidate. */
  readonly cacheControl?: string;
  readonly secure: Secure;
}

const TEXT = /^text\/|[/+](?:json|javascript|xml|wasm)\b/;

/** Answers with a file. Text is compressed once in each coding. */
export function serveFile(file: ServedFile): RequestMiddleware {
  const { type, content, cacheControl = 'no-cache', secure } = file;
  let known: { readonly bytes: Buffer; readonly etag: string } | undefined;
  const encoded: Partial<Record<Coding, Promise<Buffer>>> = {};

  function read(): { readonly bytes: Buffer; readonly etag: string } {
    if (known !== undefined) return known;
    const bytes = Buffer.from(content());
    known = { bytes, etag: tagOf(bytes) };
    return known;
  }

  return async (context) => {
    const { bytes, etag } = read();
    secure(context.req, context.res, () => undefined);
    context.status = 200;
    context.set({ 'Cache-Control': cacheControl, ETag: etag, 'Content-Type': type });
    if (hasAlready(context.req, etag)) {
      context.status = 304;
      return;
    }
    const isPlain = bytes.length < COMPRESSED_FROM_BYTES || !TEXT.test(type);
    const coding = isPlain ? 'identity' : codingFor(context.req);
    if (coding === 'identity') {
      context.body = bytes;
      return;
    }
    context.set('Content-Encoding', coding);
    encoded[coding] ??= encode(bytes, coding);
    context.body = await encoded[coding];
  };
}
