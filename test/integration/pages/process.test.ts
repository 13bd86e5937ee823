import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@jest/globals';
import { PROJECT } from '../../support/docs.js';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly address?: string;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts the compiled API, and returns its address and the lines before it. */
async function start(
  environment: Record<string, string> = {},
  folder = PROJECT,
): Promise<{ address: string; lines: Line[] }> {
  const child = spawn(process.execPath, [join(folder, 'dist/src/main.js')], {
    // Nothing is there: pages need no Elasticsearch.
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
      ...environment,
    },
  });
  stops.push(() => child.kill('SIGKILL'));
  const lines: Line[] = [];
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    if (line.address !== undefined) return { address: line.address, lines };
  }
  throw new Error('It did not start.');
}

const warningsOf = (lines: readonly Line[]): string[] =>
  lines.filter(({ level, msg }) => level === 'warn' && msg.includes('pages')).map(({ msg }) => msg);

test('the API serves the pages that were built, each with all that it loads', async () => {
  const { address, lines } = await start({ DEV_TOKENS: 'true' });
  expect(warningsOf(lines)).toEqual([]);
  for (const path of ['/', '/widget']) {
    const page = await fetch(`${address}${path}`);
    expect([path, page.status]).toEqual([path, 200]);
    const html = await page.text();
    // No script in the page itself, for the policy forbids it.
    expect(html).not.toMatch(/<script>|<script [^>]*>[^<\s]| on\w+="/);
    const links = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+)"/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, link = ''] of links) {
      // Relative, so that it also works below a path of a proxy.
      expect(link).not.toMatch(/^\w+:|^\//);
      const asset = await fetch(new URL(link, page.url));
      expect([link, asset.status]).toEqual([link, 200]);
    }
  }
  const widget = await (await fetch(`${address}/widget.js`)).text();
  expect(widget).toContain('customElements.define');
  // All in one file.
  expect(widget).not.toMatch(/\bimport\s*["'{*(]/);
});

test('PAGES=false goes without them', async () => {
  const { address, lines } = await start({ PAGES: 'false' });
  expect(warningsOf(lines)).toEqual([]);
  for (const path of ['/', '/widget', '/widget.js', '/explorer.json'])
    expect((await fetch(`${address}${path}`)).status).toBe(404);
  expect((await fetch(`${address}/docs`)).status).toBe(200);
});

test('without built pages it says so in one line, and goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'never built '));
  stops.push(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'dist'));
  for (const name of ['src', 'indices', 'core'])
    cpSync(join(PROJECT, 'dist', name), join(folder, 'dist', name), { recursive: true });
  for (const name of ['package.json', 'node_modules'])
    symlinkSync(join(PROJECT, name), join(folder, name));
  const { address, lines } = await start({}, folder);
  expect(warningsOf(lines)).toEqual(['no pages found; run `npm run build`, or set PAGES=false']);
  expect((await fetch(`${address}/`)).status).toBe(404);
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
});
