import type Router from '@koa/router';
import { NOT_FOUND } from '../errors.js';
import { serveAtAddress } from '../middleware/address.js';
import type { RequestMiddleware, RequestState } from '../middleware/context.js';
import { setJson } from '../middleware/envelope.js';
import { type Secure, securedPage, serveFile } from '../middleware/files.js';
import { type BuiltPages, measureScript } from './built.js';

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

/** Raised when attributes, events or parts of the widget change so that pages break. */
const WIDGET_VERSION = 1;

/** Adds the explorer, the widget, the client and assets, which need no token. */
export function addPages(
  router: Router<RequestState>,
  { explorer, examples, widget, client, clientPackage, named, assets }: BuiltPages,
  { devTokens, mapStyleUrl, version }: PageSettings,
): void {
  const secure = securedMaps(mapStyleUrl);
  // Link previews need absolute addresses.
  const servePage = ({ type, content }: typeof explorer): RequestMiddleware =>
    serveAtAddress({ type, secure }, (address) =>
      content.toString().replaceAll('{{address}}', address),
    );
  router.get('/', servePage(explorer));
  router.get('/widget', servePage(examples));
  router.get('/widget/', (context) => {
    context.redirect('../widget');
  });
  // Pages of other origins load the widget and the client.
  router.get('/widget.js', serveFile(widget));
  // Clients revalidate it, too. A release may mend the file, and a page may hold the hash of the new one.
  router.get(`/widget/${WIDGET_VERSION}/widget.js`, serveFile(widget));
  router.get('/client.js', serveFile(client));
  router.get('/client.tgz', serveFile(clientPackage));
  for (const [name, file] of named) router.get(`/${name}`, serveFile(file));
  const settings = JSON.stringify({
    developmentTokens: devTokens ? { public: 'dev-public', internal: 'dev-internal' } : null,
    mapStyle: mapStyleUrl ?? null,
    version,
    widget: { version: WIDGET_VERSION, ...measureScript(widget.content) },
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

/** Paths with more slashes are not typed by people. */
const MAX_SLASHES = 20;
/** The links of a page that lead to other files of the service. */
const LINKS = /(?<= (?:href|src)=")(?!#|\w+:)/g;

/** Answers browsers with a page if there is nothing at a path. Other callers get JSON. */
export function missingPage({ missing }: BuiltPages): RequestMiddleware {
  const secure = securedMaps(undefined);
  const page = missing.content.toString();
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      const slashes = context.path.split('/').length - 1;
      const isRead = context.method === 'GET' || context.method === 'HEAD';
      const isForBrowser = isRead && slashes <= MAX_SLASHES && context.accepts('json', 'html') === 'html'; // prettier-ignore
      if (error !== NOT_FOUND || !isForBrowser) throw error;
      context.state.error = NOT_FOUND;
      secure(context.req, context.res, () => undefined);
      context.vary('Accept');
      context.set({ 'Cache-Control': 'no-store', 'Content-Type': missing.type });
      context.status = NOT_FOUND.status;
      // The service may be below a path of a proxy, so links are relative to the mistyped path.
      context.body = page.replaceAll(LINKS, '../'.repeat(Math.max(0, slashes - 1)));
    }
  };
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
