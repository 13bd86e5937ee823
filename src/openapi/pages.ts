import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type Router from '@koa/router';
import { LRUCache } from 'lru-cache';
import type { RequestContext, RequestMiddleware, RequestState } from '../middleware/context.js';
import { originOf } from '../origin.js';
import type { Endpoint } from '../lookups/endpoint.js';
import { securedPage, serveFile, typeOf } from '../middleware/files.js';
import { openApiDocument, serversAt } from './document.js';

const OWN = join(import.meta.dirname, 'page');
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files below `/docs/`. */
const FILES = [
  ...['start.js', 'styles.css', 'icon.svg'].map((name) => join(OWN, name)),
  ...['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => join(SWAGGER_UI, name)),
];

const SECURE = securedPage({
  // Swagger UI sets styles on its elements.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
});

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

/** Adds `/openapi.json` and the pages of `/docs`, which need no token. */
export function addDocumentation(
  router: Router<RequestState>,
  endpoints: readonly Endpoint[],
  { devTokens, hasPages }: { readonly devTokens: boolean; readonly hasPages: boolean },
): void {
  /** @param name ends like the names of its type */
  const add = (path: string, name: string, content: string | Buffer): void => {
    router.get(path, serveFile({ type: typeOf(name), content, secure: SECURE }));
  };
  const page = readFileSync(join(OWN, 'index.html'), 'utf8')
    .replace('{{devTokens}}', String(devTokens))
    .replace('{{hasPages}}', String(hasPages));
  const document = openApiDocument(endpoints);
  const documents = new LRUCache<string, RequestMiddleware>({
    max: MAX_ADDRESSES,
    memoMethod: (address) =>
      serveFile({
        type: typeOf('openapi.json'),
        content: JSON.stringify({ ...document, servers: serversAt(address) }),
        secure: SECURE,
        // Anyone can have one more compressed, with another `Host`.
        level: 5,
      }),
  });
  router.get('/openapi.json', async (context, next) => {
    await documents.memo(addressOf(context))(context, next);
  });
  add('/docs', 'index.html', page);
  for (const path of FILES) add(`/docs/${basename(path)}`, path, readFileSync(path));
  router.get('/docs/', (context) => {
    context.redirect('../docs');
  });
}
