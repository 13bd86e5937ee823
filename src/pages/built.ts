import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { typeOf } from '../middleware/files.js';

/** Files that browsers, robots and link previews ask for by a fixed name. */
const NAMED = ['favicon.ico', 'robots.txt', 'preview.jpg'];

/** The output of `npm run build` for `web/`. */
export type BuiltPages = NonNullable<ReturnType<typeof readPages>>;

/** The ending of files that the build has compressed with Brotli. */
const COMPRESSED = '.br';

/**
 * Reads the built pages; undefined if there are none. Files are held in memory, because another build
 * may replace them.
 */
export function readPages(folder: string) {
  const read = (name: string) => {
    const file = join(folder, name);
    const compressed = `${file}${COMPRESSED}`;
    return {
      type: typeOf(name),
      content: readFileSync(file),
      brotli: existsSync(compressed) ? readFileSync(compressed) : undefined,
    };
  };
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const assets = join(folder, 'assets');
  const all = existsSync(assets) ? readdirSync(assets) : [];
  const names = all.filter((name) => !name.endsWith(COMPRESSED));
  return {
    explorer: read('index.html'),
    /** The page with examples of the widget. */
    examples: read('widget/index.html'),
    /** The page for a path that does not exist. */
    missing: read('missing/index.html'),
    widget: read('widget.js'),
    /** The client as a module for pages without a bundler, and as the package that npm installs. */
    client: read('client.js'),
    clientPackage: read('client.tgz'),
    named: new Map(NAMED.map((name) => [name, read(name)])),
    /** Keyed by name, which contains a hash of the content. */
    assets: new Map(names.map((name) => [name, read(`assets/${name}`)])),
  };
}

/** Returns the size of a script as it is sent, in bytes, and its hash for the attribute `integrity`. */
export function measureScript(content: Buffer): { bytes: number; integrity: string } {
  const hash = createHash('sha384').update(content).digest('base64');
  return { bytes: brotliCompressSync(content).length, integrity: `sha384-${hash}` };
}
