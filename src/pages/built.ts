import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeOf } from '../middleware/files.js';

/** The output of `npm run build` for `web/`. */
export type BuiltPages = NonNullable<ReturnType<typeof readPages>>;

/**
 * Reads the built pages; undefined if there are none. Files are held in memory, because another build
 * may replace them.
 */
export function readPages(folder: string) {
  const read = (name: string) => ({
    type: typeOf(name),
    content: readFileSync(join(folder, name)),
  });
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const assets = join(folder, 'assets');
  const names = existsSync(assets) ? readdirSync(assets) : [];
  return {
    explorer: read('index.html'),
    /** The page with examples of the widget. */
    examples: read('widget/index.html'),
    widget: read('widget.js'),
    /** The package of the client, as npm installs it. */
    client: read('client.tgz'),
    /** Keyed by name, which contains a hash of the content. */
    assets: new Map(names.map((name) => [name, read(`assets/${name}`)])),
  };
}
