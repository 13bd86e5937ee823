import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built pages, held whole: another build may take its place meanwhile. */
export interface BuiltFile {
  readonly type: string;
  readonly content: Buffer;
}

/** What `npm run build` makes of `web/`. */
export interface BuiltPages {
  readonly explorer: BuiltFile;
  /** The page of the widget's examples. */
  readonly examples: BuiltFile;
  readonly widget: BuiltFile;
  /** By name; a name has a hash of the content in it. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Reads the built pages; undefined when they were never built. */
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
    assets: new Map(names.map((name) => [name, read(`assets/${name}`)])),
  };
}
