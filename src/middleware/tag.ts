import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** Returns the weak `ETag` of content, the same in every content coding. */
export function tagOf(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** True if the request names this tag in `If-None-Match`. */
export function hasAlready({ headers }: IncomingMessage, etag: string | undefined): boolean {
  return etag !== undefined && headers['if-none-match'] !== undefined && fresh(headers, { etag });
}
