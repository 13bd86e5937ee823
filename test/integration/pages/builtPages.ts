import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SCRIPT = `console.log(${'1 + '.repeat(500)}1)`;
export const PICTURE = Buffer.alloc(3_000, 7);

/** Makes a folder such as `npm run build` does, with a secret beside it. */
export function makeBuiltPages(): { readonly folder: string; readonly root: string } {
  const root = mkdtempSync(join(tmpdir(), 'pages-'));
  const folder = join(root, 'web');
  for (const name of ['widget', 'assets']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(root, 'secret.json'), '{"secret":true}');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>explorer</title>');
  writeFileSync(join(folder, 'widget/index.html'), '<!doctype html><title>examples</title>');
  writeFileSync(join(folder, 'widget.js'), 'export const widget = 1;');
  writeFileSync(join(folder, '.stamp'), 'stamp');
  writeFileSync(join(folder, 'assets/main-a1B2_c3.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/icon-a1B2_c3.png'), PICTURE);
  return { folder, root };
}
