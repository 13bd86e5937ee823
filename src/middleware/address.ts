import { LRUCache } from 'lru-cache';
import { originOf } from '../origin.js';
import type { RequestContext, RequestMiddleware } from './context.js';
import { type ServedFile, serveFile } from './files.js';

/** A process is reached by a few names. Anyone may send others. */
const MAX_ADDRESSES = 10;
const PATH_PREFIX = /^(?:\/[\w.~-]+)+$/;

/**
 * Returns the address at which a caller reaches the service; empty if its `Host` is invalid. Koa reads
 * `X-Forwarded-Host` and `-Proto` of own proxies only.
 */
function addressOf({ app, protocol, host, headers }: RequestContext): string {
  const origin = originOf(`${protocol}://${host}`);
  const prefix = app.proxy ? String(headers['x-forwarded-prefix'] ?? '') : '';
  return origin === undefined ? '' : `${origin}${PATH_PREFIX.test(prefix) ? prefix : ''}`;
}

/**
 * Answers with a file that contains the address of the service.
 * @param contentAt returns the content of the file at an address
 */
export function serveAtAddress(
  file: Omit<ServedFile, 'content' | 'level'>,
  contentAt: (address: string) => string,
): RequestMiddleware {
  const files = new LRUCache<string, RequestMiddleware>({
    max: MAX_ADDRESSES,
    // Anyone can have one more compressed, with another `Host`.
    memoMethod: (address) => serveFile({ ...file, content: contentAt(address), level: 5 }),
  });
  return async (context, next) => {
    await files.memo(addressOf(context))(context, next);
  };
}
