import type Router from '@koa/router';
import { NOT_FOUND } from '../errors.js';
import type { RequestState } from '../middleware/context.js';
import { setJson } from '../middleware/envelope.js';
import { type Secure, securedPage, serveFile } from '../middleware/files.js';
import type { BuiltPages } from './built.js';

/** The settings that the pages get. */
export interface PageSettings {
  /** True if the development tokens are accepted. The explorer then uses them. */
  readonly devTokens: boolean;
  /** The address of a map style for the explorer; absent: the built-in one. */
  readonly mapStyleUrl?: string | undefined;
  readonly version: string;
}

/** Sent with files whose names contain a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Adds the explorer, the widget, the client and assets, which need no token. */
export function addPages(
  router: Router<RequestState>,
  { explorer, examples, widget, client, assets }: BuiltPages,
  { devTokens, mapStyleUrl, version }: PageSettings,
): void {
  const secure = securedMaps(mapStyleUrl);
  router.get('/', serveFile({ ...explorer, secure }));
  router.get('/widget', serveFile({ ...examples, secure }));
  router.get('/widget/', (context) => {
    context.redirect('../widget');
  });
  // Pages of other origins load it.
  router.get('/widget.js', serveFile(widget));
  router.get('/client.tgz', serveFile(client));
  const settings = JSON.stringify({
    developmentTokens: devTokens ? { public: 'dev-public', internal: 'dev-internal' } : null,
    mapStyle: mapStyleUrl ?? null,
    version,
  });
  router.get('/explorer.json', (context) => setJson(context, settings));
  const answers = new Map(
    [...assets].map(([name, file]) => [
      `/assets/${name}`,
      serveFile({ ...file, secure, cacheControl: FOR_GOOD }),
    ]),
  );
  router.get('/assets/:name', async (context, next) => {
    const answer = answers.get(context.path);
    if (answer === undefined) throw NOT_FOUND;
    await answer(context, next);
  });
}

/** @param mapStyle the address of the operator's own map style; the map is loaded from its origin */
function securedMaps(mapStyle: string | undefined): Secure {
  const map = mapStyle === undefined ? [] : [new URL(mapStyle).origin];
  return securedPage({
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    // Needed to draw maps and their symbols.
    'img-src': ["'self'", 'data:', 'blob:', ...map],
    'connect-src': ["'self'", ...map],
    'font-src': ["'self'", ...map],
    'form-action': ["'self'"],
  });
}
