import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BuiltPages, readPages } from '../../../src/pages/built.js';
import { VERSION } from '../../../core/version.js';
import { type Asking, askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { PUBLIC, startApp, type TestServer } from '../http/startApp.js';
import { makeBuiltPages, PICTURE, SCRIPT } from './builtPages.js';

const made = makeBuiltPages();
const pages = readPages(made.folder);
let app: TestServer;
beforeAll(async () => {
  app = await startApp({}, { pages });
});
afterAll(async () => {
  await app.stop();
  rmSync(made.root, { recursive: true });
});

const get = (target: string, asking?: Asking, { url } = app): Promise<PlainAnswer> =>
  askPlainly(url, target, asking);

const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const ASSET = '/assets/main-a1B2_c3.js';
const FILES = [
  ['/', HTML, '<!doctype html><title>explorer</title>'],
  ['/widget', HTML, '<!doctype html><title>examples</title>'],
  ['/widget.js', JAVASCRIPT, 'export const widget = 1;'],
  [ASSET, JAVASCRIPT, SCRIPT],
] as const;
const PATHS = [...FILES.map(([path]) => path), '/explorer.json'];

describe.each(FILES)('%s', (path, type, content) => {
  test('is there for everybody', async () => {
    for (const headers of [{}, PUBLIC, { Authorization: 'Bearer nobody' }]) {
      const { status, headers: received, body } = await get(path, { headers });
      expect([status, received['content-type'], body.toString()]).toEqual([200, type, content]);
      expect(received['x-content-type-options']).toBe('nosniff');
      expect(received).not.toHaveProperty('strict-transport-security');
      expect(received['x-request-id']).toBeDefined();
    }
  });

  test('is not sent again to who has it, nor to HEAD', async () => {
    const { headers } = await get(path);
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const method of ['GET', 'HEAD']) {
      const has = { 'If-None-Match': headers.etag ?? '' };
      const again = await get(path, { method, headers: has });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers['cache-control']).toBe(headers['cache-control']);
    }
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(content.length));
    const other = await get(path, { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('is the same below the path with a query', async () => {
    expect((await get(`${path}?a=1`)).body.toString()).toBe(content);
  });
});

test('pages and the widget are asked for each time, assets never again', async () => {
  for (const path of ['/', '/widget', '/widget.js'])
    expect((await get(path)).headers['cache-control']).toBe('no-cache');
  for (const path of [ASSET, '/assets/icon-a1B2_c3.png']) {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test('a picture comes as it is', async () => {
  const asking = { headers: { 'Accept-Encoding': 'br, gzip' } };
  const { headers, body } = await get('/assets/icon-a1B2_c3.png', asking);
  expect(headers['content-type']).toBe('image/png');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.equals(PICTURE)).toBe(true);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long text comes as %s to who takes it, and then with the same tag', async (coding, decode) => {
  const plain = await get(ASSET);
  // Also from the second time on.
  for (let turn = 0; turn < 2; turn += 1) {
    const { headers, body } = await get(ASSET, { headers: { 'Accept-Encoding': coding } });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers.etag).toBe(plain.headers.etag);
    expect(body.length).toBeLessThan(SCRIPT.length / 2);
    expect(decode(body).toString()).toBe(SCRIPT);
  }
}); // prettier-ignore

describe('what is no asset is 404 as everything else', () => {
  test.each([
    '/assets/', '/assets', '/assets/nothing.js', '/assets/.stamp', '/assets/../.stamp', '/.stamp',
    '/assets/../index.html', '/assets/../../secret.json', '/assets/..%2f..%2fsecret.json',
    '/assets/%2e%2e/%2e%2e/secret.json', '/assets/..%5c..%5csecret.json', '/assets/..\\..\\secret.json',
    '/assets/main-a1B2_c3.js%00', '/assets/main-a1B2_c3.js%00.png', '/assets/%00', '/assets/%',
    '/assets/%FF', '/assets//etc/passwd', '/assets/%2fetc%2fpasswd', '/assets/%6dain-a1B2_c3.js',
    '/assets/MAIN-a1B2_c3.js', '/assets/main-a1B2_c3.js/', '/assets/__proto__', '/assets/constructor',
    '/index.html', '/widget/index.html', '/widget.js/', '/Widget', '/explorer', '//', '/secret.json',
  ])('%s', async (path) => {
    for (const headers of [{}, PUBLIC]) {
      const { status, headers: received, body } = await get(path, { headers });
      expect(status).toBe(404);
      expect(received['cache-control']).toBe('no-store');
      const { error } = JSON.parse(body.toString()) as { error: { code: string } };
      expect(error.code).toBe('not_found');
    }
  }); // prettier-ignore
});

test.each(PATHS)('%s takes no other method', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, headers } = await get(path, { method });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  }
  const { status, headers } = await get(path, { method: 'OPTIONS' });
  expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test('/widget/ leads to the examples', async () => {
  const response = await fetch(`${app.url}/widget/`);
  expect([response.redirected, response.url]).toEqual([true, `${app.url}/widget`]);
});

function policyOf({ headers }: PlainAnswer): Map<string, string> {
  const policy = String(headers['content-security-policy']);
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')] as const;
    }),
  );
}

describe('the content security policy', () => {
  test('lets pages do only what they need to', async () => {
    for (const path of ['/', '/widget', ASSET]) {
      const policy = policyOf(await get(path));
      expect(Object.fromEntries(policy)).toEqual({
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
      });
    }
  });

  test('lets them reach where a map style of the operator’s own is, and no more', async () => {
    const mapStyleUrl = 'https://tiles.example:8443/styles/a.json?key=1';
    const own = await startApp({ mapStyleUrl }, { pages });
    try {
      const policy = policyOf(await get('/', {}, own));
      const origin = 'https://tiles.example:8443';
      expect(policy.get('connect-src')).toBe(`'self' ${origin}`);
      expect(policy.get('img-src')).toBe(`'self' data: blob: ${origin}`);
      expect(policy.get('font-src')).toBe(`'self' ${origin}`);
      expect(policy.get('script-src')).toBe("'self'");
      // Workers have the policy of their own script.
      expect(policyOf(await get(ASSET, {}, own)).get('connect-src')).toBe(`'self' ${origin}`);
      const { body } = await get('/explorer.json', {}, own);
      expect(JSON.parse(body.toString())).toMatchObject({ mapStyle: mapStyleUrl });
    } finally {
      await own.stop();
    }
  });
});

test('pages of other origins may load the widget', async () => {
  const { headers } = await get('/widget.js', { headers: { Origin: 'https://shop.example' } });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
});

describe('/explorer.json', () => {
  test('tells of no token where there are no development tokens', async () => {
    const { status, headers, body } = await get('/explorer.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body.toString())).toEqual({
      developmentTokens: null,
      mapStyle: null,
      version: VERSION,
    });
  });

  test('tells the development tokens where they are accepted', async () => {
    const development = await startApp({ devTokens: true }, { pages });
    try {
      const { body } = await get('/explorer.json', {}, development);
      expect(JSON.parse(body.toString())).toMatchObject({
        developmentTokens: { public: 'dev-public', internal: 'dev-internal' },
      });
    } finally {
      await development.stop();
    }
  });
});

test('without pages none of these paths exists, and the documentation does', async () => {
  const bare = await startApp();
  try {
    for (const path of [...PATHS, '/widget/']) expect((await get(path, {}, bare)).status).toBe(404);
    expect((await get('/docs', {}, bare)).status).toBe(200);
  } finally {
    await bare.stop();
  }
});

test('pages that were never built are none', () => {
  const found: BuiltPages | undefined = readPages(join(made.root, 'nowhere'));
  expect(found).toBeUndefined();
});
