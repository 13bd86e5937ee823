import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Router from '@koa/router';
import type { RequestState } from '../middleware/context.js';
import type { Endpoint } from '../lookups/endpoint.js';
import { securedPage, serveFile } from '../middleware/files.js';
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
): void {
  const add = (path: string, type: string, content: string | Buffer): void => {
    router.get(path, serveFile({ type, content, secure: SECURE }));
  };
  const ofSwagger = (name: string): Buffer => readFileSync(join(SWAGGER_UI, name));
  const script = 'text/javascript; charset=utf-8';
  const document = JSON.stringify(openApiDocument(endpoints));
  add('/openapi.json', 'application/json; charset=utf-8', document);
  add('/docs', 'text/html; charset=utf-8', PAGE);
  add('/docs/start.js', script, START);
  add('/docs/swagger-ui-bundle.js', script, ofSwagger('swagger-ui-bundle.js'));
  add('/docs/swagger-ui.css', 'text/css; charset=utf-8', ofSwagger('swagger-ui.css'));
  add('/docs/favicon-32x32.png', 'image/png', ofSwagger('favicon-32x32.png'));
  router.get('/docs/', (context) => {
    context.redirect('../docs');
  });
}
