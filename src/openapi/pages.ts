import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Router from '@koa/router';
import type { RequestState } from '../middleware/context.js';
import type { Endpoint } from '../lookups/endpoint.js';
import { type ServedFile, serveFile } from '../middleware/files.js';
import { securedPage } from '../middleware/headers.js';
import { openApiDocument } from './document.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

// Addresses are relative, so that the page also works below a path of a proxy.
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Geographic Data Service</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
`;

type Asset = Pick<ServedFile, 'type' | 'content'>;

const fromPackage =
  (name: string): Asset['content'] =>
  () =>
    readFileSync(join(SWAGGER_UI, name));

/** Adds `/openapi.json` and the pages of `/docs`, which need no token. */
export function addDocumentation(
  router: Router<RequestState>,
  endpoints: readonly Endpoint[],
): void {
  const document = JSON.stringify(openApiDocument(endpoints));
  const assets: Record<string, Asset> = {
    '/openapi.json': { type: 'application/json; charset=utf-8', content: () => document },
    '/docs': { type: 'text/html; charset=utf-8', content: () => PAGE },
    '/docs/start.js': { type: 'text/javascript; charset=utf-8', content: () => START },
    '/docs/swagger-ui-bundle.js': {
      type: 'text/javascript; charset=utf-8',
      content: fromPackage('swagger-ui-bundle.js'),
    },
    '/docs/swagger-ui.css': {
      type: 'text/css; charset=utf-8',
      content: fromPackage('swagger-ui.css'),
    },
    '/docs/favicon-32x32.png': { type: 'image/png', content: fromPackage('favicon-32x32.png') },
  };
  for (const [path, asset] of Object.entries(assets))
    router.get(path, serveFile({ ...asset, secure: securedPage }));
  router.get('/docs/', (context) => {
    context.redirect('../docs');
  });
}
