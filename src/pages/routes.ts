import type Router from '@koa/router';
import { notFound } from '../errors.js';
import type { RequestState } from '../middleware/context.js';
import { setJson } from '../middleware/envelope.js';
import { type Secure, type ServedFile, serveFile } from '../middleware/files.js';
import type { BuiltFile, BuiltPages } from './built.js';
import { securedBy, securedWidget } from './policy.js';

/** The settings that the pages get. */
export interface PageSettings {
  /** True if the development tokens are accepted. The explorer then uses them. */
  readonly devTokens: boolean;
  /** The address of a map style for the explorer; absent: the built-in one. */
  readonly mapStyleUrl?: string | undefined;
  readonly version: string;
}

/** For files whose names contain a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Adds the explorer, the widget and their assets, which need no token. */
export function addPages(
  router: Router<RequestState>,
  { explorer, examples, widget, assets }: BuiltPages,
  settings: PageSettings,
): void {
  const secure = securedBy(settings.mapStyleUrl);
  router.get('/', serveFile(served(explorer, secure)));
  router.get('/widget', serveFile(served(examples, secure)));
  router.get('/widget/', (context) => {
    context.redirect('../widget');
  });
  router.get('/widget.js', serveFile(served(widget, securedWidget)));
  const json = JSON.stringify(explorerSettings(settings));
  router.get('/explorer.json', (context) => setJson(context, json));
  const answers = new Map(
    [...assets].map(([name, file]) => [
      `/assets/${name}`,
      serveFile({ ...served(file, secure), cacheControl: FOR_GOOD }),
    ]),
  );
  router.get('/assets/:name', async (context, next) => {
    const answer = answers.get(context.path);
    if (answer === undefined) throw notFound();
    await answer(context, next);
  });
}

function served({ type, content }: BuiltFile, secure: Secure): ServedFile {
  return { type, content: () => content, secure };
}

function explorerSettings({ devTokens, mapStyleUrl, version }: PageSettings): unknown {
  return {
    developmentTokens: devTokens ? { public: 'dev-public', internal: 'dev-internal' } : null,
    mapStyle: mapStyleUrl ?? null,
    version,
  };
}
