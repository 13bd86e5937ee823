import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** Returns the tag of an answer that this stands for: a weak one, the same in every content coding. */
export function tagOf(named: string | Buffer): string {
  return `W/"${hash('sha256', named, 'base64url').slice(0, 22)}"`;
}

/** Tells whether the caller has the answer with this tag already. */
export function hasAlready({ headers }: IncomingMessage, etag: string | undefined): boolean {
  return etag !== undefined && headers['if-none-match'] !== undefined && fresh(headers, { etag });
}
