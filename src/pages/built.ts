import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built pages, held in memory, because another build may replace it. */
export interface BuiltFile {
  readonly type: string;
  readonly content: Buffer;
}

/** The output of `npm run build` for `web/`. */
export interface BuiltPages {
  readonly explorer: BuiltFile;
  /** The page with examples of the widget. */
  readonly examples: BuiltFile;
  readonly widget: BuiltFile;
  /** The package of the client, as npm installs it. */
  readonly client: BuiltFile;
  /** Keyed by name, which contains a hash of the content. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.pbf': 'application/x-protobuf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.tgz': 'application/gzip',
};

/** Reads the built pages; undefined if there are none. */
export function readPages(folder: string): BuiltPages | undefined {
  const read = (name: string): BuiltFile => ({
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    content: readFileSync(join(folder, name)),
  });
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const assets = join(folder, 'assets');
  const names = existsSync(assets) ? readdirSync(assets) : [];
  return {
    explorer: read('index.html'),
    examples: read('widget/index.html'),
    widget: read('widget.js'),
    client: read('client.tgz'),
    assets: new Map(names.map((name) => [name, read(`assets/${name}`)])),
  };
}
