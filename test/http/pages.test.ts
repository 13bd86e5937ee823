import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { VERSION } from '../../core/version.js';
import { readPages } from '../../src/pages/built.js';
import { startApiProcess } from '../faults/outages/api.js';
import { type Asking, askPlainly, type PlainAnswer } from '../support/askPlainly.js';
import { PROJECT } from '../support/docs.js';
import { PUBLIC, startApp } from './startApp.js';

const SCRIPT = `console.log(${'1 + '.repeat(500)}1)`;
const PICTURE = Buffer.alloc(3_000, 7);
const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const ASSET = '/assets/main-a1B2_c3.js';
const WIDGET = 'export const widget = 1;';
const FILES = [
  ['/', HTML, '<!doctype html><title>explorer</title>'],
  ['/widget', HTML, '<!doctype html><title>examples</title>'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *'],
  ['/favicon.ico', 'image/x-icon', 'an icon'],
  ['/preview.jpg', 'image/jpeg', 'a picture'],
  ['/widget.js', JAVASCRIPT, WIDGET],
  ['/client.js', JAVASCRIPT, 'export const client = 1;'],
  ['/widget/1/widget.js', JAVASCRIPT, WIDGET],
  ['/client.tgz', 'application/gzip', 'the package'],
  [ASSET, JAVASCRIPT, SCRIPT],
] as const;
const MISSING = '<link href="assets/a.css"><a href="./#data">Data</a><a href="#top">Top</a>';
const PATHS = [...FILES.map(([path]) => path), '/explorer.json'];

/** A folder such as `npm run build` makes, with a secret beside it. */
const root = mkdtempSync(join(tmpdir(), 'pages-'));
for (const [name, content] of Object.entries({
  ...Object.fromEntries(FILES.map(([path, , text]) => [`web${path}`, text] as const).slice(2)),
  'secret.json': '{"secret":true}',
  'web/index.html': FILES[0][2],
  'web/widget/index.html': FILES[1][2],
  'web/missing/index.html': MISSING,
  'web/.stamp': 'stamp',
  'web/assets/icon-a1B2_c3.png': PICTURE,
})) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
}
const pages = readPages(join(root, 'web'));

const app = await startApp({}, { pages });
afterAll(async () => {
  await app.stop();
  rmSync(root, { recursive: true });
});

const get = (target: string, asking?: Asking, { url } = app): Promise<PlainAnswer> =>
  askPlainly(url, target, asking);

describe.each(FILES)('%s', (path, type, content) => {
  test('needs no token, and takes any query', async () => {
    for (const headers of [{}, { Authorization: 'Bearer nobody' }]) {
      const { status, headers: received, body } = await get(`${path}?a=1`, { headers });
      expect([status, received['content-type'], body.toString()]).toEqual([200, type, content]);
      expect(received['x-content-type-options']).toBe('nosniff');
      expect(received).not.toHaveProperty('strict-transport-security');
    }
  });

  test('is 304 for its tag, and has no body for HEAD', async () => {
    const { headers } = await get(path);
    const { etag = '', 'cache-control': cacheControl } = headers;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const method of ['GET', 'HEAD']) {
      const again = await get(path, { method, headers: { 'If-None-Match': etag } });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers['cache-control']).toBe(cacheControl);
    }
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(content.length));
    const other = await get(path, { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });
});

test.each([
  ['/', 'no-cache'],
  ['/widget', 'no-cache'],
  ['/favicon.ico', 'no-cache'],
  ['/widget.js', 'no-cache'],
  ['/client.js', 'no-cache'],
  ['/widget/1/widget.js', 'no-cache'],
  ['/client.tgz', 'no-cache'],
  [ASSET, 'public, max-age=31536000, immutable'],
  ['/explorer.json', 'no-store'],
])('%s is cached as %s', async (path, expected) => {
  expect((await get(path)).headers['cache-control']).toBe(expected);
});

test('a picture is not compressed', async () => {
  const asking = { headers: { 'Accept-Encoding': 'br, gzip' } };
  const { headers, body } = await get('/assets/icon-a1B2_c3.png', asking);
  expect(headers['content-type']).toBe('image/png');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.equals(PICTURE)).toBe(true);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long text is compressed as %s, and keeps its tag', async (coding, decode) => {
  const plain = await get(ASSET);
  // The second answer is compressed already.
  for (let turn = 0; turn < 2; turn += 1) {
    const { headers, body } = await get(ASSET, { headers: { 'Accept-Encoding': coding } });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers.etag).toBe(plain.headers.etag);
    expect(decode(body).toString()).toBe(SCRIPT);
  }
});

test.each([
  '/assets/', '/assets', '/assets/nothing.js', '/assets/.stamp', '/assets/../.stamp', '/.stamp', '/assets/../index.html',
  '/assets/../../secret.json', '/assets/..%2f..%2fsecret.json', '/assets/%2e%2e/%2e%2e/secret.json', '/assets/..%5c..%5csecret.json',
  '/assets/..\\..\\secret.json', '/assets/main-a1B2_c3.js%00', '/assets/main-a1B2_c3.js%00.png', '/assets/%', '/assets/%FF',
  '/assets//etc/passwd', '/assets/%2fetc%2fpasswd', '/assets/%6dain-a1B2_c3.js', '/assets/MAIN-a1B2_c3.js', '/assets/main-a1B2_c3.js/',
  '/assets/__proto__', '/index.html', '/widget/index.html', '/widget/2/widget.js', '/widget/1', '/widget.js/', '/Widget', '/explorer', '/secret.json',
])('%s is 404', async (path) => {
  const { status, headers, body } = await get(path, { headers: PUBLIC });
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'not_found' } });
}); // prettier-ignore

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('a browser gets a page for a mistyped address, with links to the root from any depth', async () => {
  for (const [path, up] of [
    ['/nope', ''],
    ['/cities/findbyname', '../'],
    ['/a/b/c?d=/e', '../../'],
  ] as const) {
    const { status, headers, body } = await get(path, { headers: BROWSER });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, HTML, 'no-store']); // prettier-ignore
    expect(headers.vary).toMatch(/\bAccept(,|$)/);
    expect(body.toString()).toBe(
      `<link href="${up}assets/a.css"><a href="${up}./#data">Data</a><a href="#top">Top</a>`,
    );
    expect(policyOf({ headers } as PlainAnswer)).toEqual(POLICY);
    const head = await get(path, { method: 'HEAD', headers: BROWSER });
    expect([head.status, head.body.length]).toEqual([404, 0]);
  }
});

test.each([
  ['a caller that takes anything', '/nope', { headers: { Accept: '*/*' } }],
  ['a caller without Accept', '/nope', {}],
  ['a write', '/nope', { method: 'POST', headers: BROWSER }],
  ['a path of more slashes than people type', '/a'.repeat(21), { headers: BROWSER }],
] as const)('%s gets JSON', async (_, path, asking) => {
  const { status, body } = await get(path, asking);
  expect(status).toBe(404);
  expect(JSON.parse(body.toString())).toMatchObject({ status: 'error' });
});

test('link previews get absolute addresses of the host that was asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  cpSync(join(root, 'web'), folder, { recursive: true });
  const image = '<meta property="og:image" content="{{address}}/preview.jpg">';
  for (const name of ['index.html', 'widget/index.html']) writeFileSync(join(folder, name), image);
  const own = await startApp({}, { pages: readPages(folder) });
  for (const path of ['/', '/widget'])
    for (const [host, address] of [
      ['geo.example:81', 'http://geo.example:81'],
      ['"><script>', ''],
    ] as const) {
      const { body } = await get(path, { headers: { Host: host } }, own);
      expect(body.toString()).toBe(image.replace('{{address}}', address));
    }
  await own.stop();
  rmSync(folder, { recursive: true });
});

test.each(PATHS)('%s takes no other method', async (path) => {
  for (const [method, expected] of [['POST', 405], ['OPTIONS', 204]] as const) {
    const { status, headers } = await get(path, { method });
    expect([status, headers.allow]).toEqual([expected, 'GET, HEAD, OPTIONS']);
  }
}); // prettier-ignore

test('/widget/ redirects to the examples', async () => {
  const response = await fetch(`${app.url}/widget/`);
  expect([response.redirected, response.url]).toEqual([true, `${app.url}/widget`]);
});

function policyOf({ headers }: PlainAnswer): Record<string, string> {
  const policy = String(headers['content-security-policy']).split(';');
  const directives = policy.map((directive) => {
    const [name = '', ...values] = directive.trim().split(' ');
    return [name, values.join(' ')] as const;
  });
  return Object.fromEntries(directives);
}

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

test('the content security policy of pages is strict', async () => {
  for (const path of ['/', '/widget', ASSET]) expect(policyOf(await get(path))).toEqual(POLICY);
});

test('a map style adds its origin to the policy, and is named in /explorer.json', async () => {
  const mapStyleUrl = 'https://tiles.example:8443/styles/a.json?key=1';
  const own = await startApp({ mapStyleUrl, devTokens: true }, { pages });
  const added = Object.fromEntries(
    (['connect-src', 'img-src', 'font-src'] as const).map((name) => [name, `${POLICY[name]} https://tiles.example:8443`]),
  ); // prettier-ignore
  // Workers have the policy of their own script.
  for (const path of ['/', ASSET])
    expect(policyOf(await get(path, {}, own))).toEqual({ ...POLICY, ...added });
  const { body } = await get('/explorer.json', {}, own);
  const developmentTokens = { public: 'dev-public', internal: 'dev-internal' };
  expect(JSON.parse(body.toString())).toMatchObject({ mapStyle: mapStyleUrl, developmentTokens });
  await own.stop();
});

test('/explorer.json names no token if there are no development tokens', async () => {
  const { headers, body } = await get('/explorer.json');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const integrity = `sha384-${createHash('sha384').update(WIDGET).digest('base64')}`;
  const widget = { version: 1, bytes: brotliCompressSync(WIDGET).length, integrity };
  const settings = { developmentTokens: null, mapStyle: null, version: VERSION, widget };
  expect(JSON.parse(body.toString())).toEqual(settings);
});

test.each(['/widget.js', '/client.js'])('pages of other origins may load %s', async (path) => {
  const { headers } = await get(path, { headers: { Origin: 'https://shop.example' } });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
});

describe('the API process', () => {
  // Pages need no Elasticsearch.
  const NOWHERE = { ELASTICSEARCH_URL: 'http://127.0.0.1:1' };

  test('serves the built pages with all that they load', async () => {
    const api = await startApiProcess(NOWHERE);
    try {
      expect(api.log()).not.toContain('pages');
      for (const path of ['/', '/widget', '/a/mistyped/address']) {
        const page = await fetch(`${api.address}${path}`, { headers: { Accept: 'text/html' } });
        const html = await page.text();
        // The policy forbids scripts in the page itself.
        expect(html).not.toMatch(/<script>|<script [^>]*>[^<\s]| on\w+="/);
        const links = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+)"/g)];
        expect(links).not.toEqual([]);
        for (const [, link = ''] of links) {
          // Relative, so that the page also works below a path of a proxy.
          expect(link).not.toMatch(/^\w+:|^\//);
          expect([link, (await fetch(new URL(link, page.url))).status]).toEqual([link, 200]);
        }
      }
      const preview = await (await fetch(`${api.address}/preview.jpg`)).arrayBuffer();
      expect(preview.byteLength).toBeLessThanOrEqual(60_000);
      // A JPEG begins so.
      expect(Buffer.from(preview).toString('hex', 0, 3)).toBe('ffd8ff');
      const icon = await (await fetch(`${api.address}/favicon.ico`)).arrayBuffer();
      expect(Buffer.from(icon).toString('hex', 0, 4)).toBe('00000100');
      for (const [name, said] of [['widget', 'customElements.define'], ['client', 'LANGUAGES']]) {
        const script = await (await fetch(`${api.address}/${name}.js`)).text();
        expect(script).toContain(said);
        // It is a single file.
        expect(script).not.toMatch(/\bimport\s*["'{*(]/);
      } // prettier-ignore
    } finally {
      await api.stop();
    }
  });

  test.each([
    ['PAGES=false', { PAGES: 'false' }, false],
    ['pages that were never built', {}, true],
  ])('has no pages with %s', async (_, environment, isWarned) => {
    const folder = mkdtempSync(join(tmpdir(), 'never built '));
    for (const name of ['src', 'indices', 'core'])
      cpSync(join(PROJECT, 'dist', name), join(folder, 'dist', name), { recursive: true });
    for (const name of ['package.json', 'node_modules'])
      symlinkSync(join(PROJECT, name), join(folder, name));
    const api = await startApiProcess({ ...NOWHERE, ...environment }, join(folder, 'dist/src/main.js')); // prettier-ignore
    try {
      const warning = 'no pages found; run `npm run build`, or set PAGES=false';
      expect(api.log().includes(warning)).toBe(isWarned);
      for (const path of [...PATHS, '/widget/'])
        expect([path, (await fetch(`${api.address}${path}`)).status]).toEqual([path, 404]);
      expect((await fetch(`${api.address}/docs`)).status).toBe(200);
    } finally {
      await api.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
