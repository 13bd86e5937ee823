import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Router from '@koa/router';
import type { RequestState } from '../middleware/context.js';
import type { Endpoint } from '../lookups/endpoint.js';
import { securedPage, serveFile } from '../middleware/files.js';
import { openApiDocument } from './document.js';

const OWN = join(import.meta.dirname, 'page');
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';

/** The files below `/docs/`: folder, name and type. */
const FILES = [
  [OWN, 'start.js', SCRIPT],
  [OWN, 'styles.css', STYLES],
  [OWN, 'icon.svg', 'image/svg+xml; charset=utf-8'],
  [SWAGGER_UI, 'swagger-ui-bundle.js', SCRIPT],
  [SWAGGER_UI, 'swagger-ui.css', STYLES],
] as const;

const SECURE = securedPage({
  // Swagger UI sets styles on its elements.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
});

/** Adds `/openapi.json` and the pages of `/docs`, which need no token. */
export function addDocumentation(
  router: Router<RequestState>,
  endpoints: readonly Endpoint[],
  { devTokens, hasPages }: { readonly devTokens: boolean; readonly hasPages: boolean },
): void {
  const add = (path: string, type: string, content: string | Buffer): void => {
    router.get(path, serveFile({ type, content, secure: SECURE }));
  };
  const page = readFileSync(join(OWN, 'index.html'), 'utf8')
    .replace('{{devTokens}}', String(devTokens))
    .replace('{{hasPages}}', String(hasPages));
  add(
    '/openapi.json',
    'application/json; charset=utf-8',
    JSON.stringify(openApiDocument(endpoints)),
  );
  add('/docs', 'text/html; charset=utf-8', page);
  for (const [folder, name, type] of FILES)
    add(`/docs/${name}`, type, readFileSync(join(folder, name)));
  router.get('/docs/', (context) => {
    context.redirect('../docs');
  });
}
