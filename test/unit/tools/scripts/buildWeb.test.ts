import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PROJECT } from '../../../support/docs.js';

/** Stands for Vite: notes that it ran, and makes what Vite makes. */
const VITE = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
appendFileSync('ran', process.argv.includes('widget') ? 'widget ' : 'pages ');
if (process.env.FAILS) process.exit(1);
for (const name of ['explorer', 'widget']) mkdirSync(folder + '/' + name, { recursive: true });
writeFileSync(folder + '/explorer/index.html', readFileSync('web/main.ts'));
writeFileSync(folder + '/widget.js', '');
`;
const BUILD = `
import { spawnSync } from 'node:child_process';
import { buildWeb } from './tools/scripts/buildWeb.mjs';
process.exitCode = await buildWeb(process.cwd(), async (args) => {
  const { status } = spawnSync(process.execPath, args);
  if (process.env.INTERRUPTED) process.exit(130);
  return status;
});
`;

let folder: string;
const write = (name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build web '));
  for (const name of ['scripts', 'web/client/dist', 'dist', 'node_modules/vite/bin'])
    mkdirSync(join(folder, name), { recursive: true });
  cpSync(join(PROJECT, 'tools/scripts/buildWeb.mjs'), join(folder, 'tools/scripts/buildWeb.mjs'));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{}');
  write('tsconfig.json', '{}');
  write('web/main.ts', 'one');
  write('node_modules/vite/bin/vite.js', VITE);
  write('node_modules/vite/package.json', '{"type":"module"}');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Builds, and returns which builds of Vite ran. */
function build(env: Record<string, string> = {}): { status: number | null; ran: string } {
  write('ran', '');
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', BUILD], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
  return { status, ran: read('ran').trim() };
}

test('the pages are built once, and again when a source or a dependency has changed', () => {
  expect(build()).toEqual({ status: 0, ran: 'pages widget' });
  expect(read('dist/web/index.html')).toBe('one');
  expect(build().ran).toBe('');
  write('web/main.ts', 'two');
  expect(build().ran).toBe('pages widget');
  expect(read('dist/web/index.html')).toBe('two');
  write('package-lock.json', '{"packages":{}}');
  expect(build().ran).toBe('pages widget');
  rmSync(join(folder, 'dist/web'), { recursive: true });
  expect(build().ran).toBe('pages widget');
});

test('what others make inside of web/ is no source', () => {
  build();
  write('web/client/dist/index.js', 'made');
  expect(build().ran).toBe('');
});

test('a build that fails leaves the pages of before, and nothing else', () => {
  build();
  write('web/main.ts', 'broken');
  expect(build({ FAILS: 'yes' })).toEqual({ status: 1, ran: 'pages' });
  expect(read('dist/web/index.html')).toBe('one');
  expect(readdirSync(join(folder, 'dist'))).toEqual(['web']);
  // The next one builds.
  expect(build().ran).toBe('pages widget');
});

test('an interrupted one leaves the pages of before, too', () => {
  build();
  write('web/main.ts', 'two');
  expect(build({ INTERRUPTED: 'yes' })).toEqual({ status: 130, ran: 'pages' });
  expect(read('dist/web/index.html')).toBe('one');
  expect(readdirSync(join(folder, 'dist'))).toEqual(['web']);
});
