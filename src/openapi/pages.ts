import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type Router from '@koa/router';
import { LANGUAGES } from '../../indices/languages.js';
import type { Endpoint } from '../lookups/endpoint.js';
import type { RequestState } from '../middleware/context.js';
import { securedPage, serveFile, typeOf } from '../middleware/files.js';
import { openApiDocument } from './document.js';

const OWN = join(import.meta.dirname, 'page');
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const PAGE = 'index.html';

/** The files below `/docs/`. */
const FILES = [
  ...readdirSync(OWN)
    .filter((name) => name !== PAGE)
    .map((name) => join(OWN, name)),
  ...['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => join(SWAGGER_UI, name)),
];

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
  /** @param name ends like the names of its type */
  const add = (path: string, name: string, content: string | Buffer): void => {
    router.get(path, serveFile({ type: typeOf(name), content, secure: SECURE }));
  };
  const page = readFileSync(join(OWN, PAGE), 'utf8')
    .replace('{{devTokens}}', String(devTokens))
    .replace('{{hasPages}}', String(hasPages))
    .replace('{{languages}}', LANGUAGES.join(' '))
    .replace('{{home}}', hasPages ? './#map' : 'docs');
  add('/openapi.json', 'openapi.json', JSON.stringify(openApiDocument(endpoints)));
  add('/docs', PAGE, page);
  for (const path of FILES) add(`/docs/${basename(path)}`, path, readFileSync(path));
  router.get('/docs/', (context) => {
    context.redirect('../docs');
  });
}
