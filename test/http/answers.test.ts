import { describe, expect, test } from '@jest/globals';
import { askPlainly } from '../support/askPlainly.js';
import { errorOf, INTERNAL, PUBLIC, SECRET, startApp } from './startApp.js';
import { untilEnd } from '../support/each.js';

const app = untilEnd(await startApp({ trustProxy: 2 }));

const get = (path: string, headers: Record<string, string> = PUBLIC): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers });

test('a success is 200 with status and data, and nothing else', async () => {
  const response = await get('/test/echo?token=par&limit=3');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(response.headers.has('X-Ignored-Params')).toBe(false);
  const data = { token: 'par', limit: 3, lang: 'en' };
  expect(await response.json()).toEqual({ status: 'ok', data });
});

test('missing ids stand beside data', async () => {
  const body: unknown = await (await get('/test/missing?token=a')).json();
  expect(body).toEqual({ status: 'ok', data: [], missing: ['a', 'b'] });
});

test.each([
  ['limit=0&lang=xx&limit=1', ['lang', 'limit', 'token']],
  ['token=%', ['token']],
  ['token=a&token=a', ['token']],
])('400 lists every faulty parameter of %s', async (query, names) => {
  const response = await get(`/test/echo?${query}`);
  expect(response.status).toBe(400);
  const { code, details } = await errorOf(response);
  expect(code).toBe('invalid_request');
  expect(details?.map(({ path }) => path).sort()).toEqual(names);
});

test.each([
  ['no header', {}],
  ['another scheme', { Authorization: 'Basic public-token' }],
  ['no token', { Authorization: 'Bearer' }],
  ['an unknown token', { Authorization: 'Bearer nobody' }],
  ['two tokens', { Authorization: 'Bearer public-token public-token' }],
  ['no scheme', { Authorization: 'public-token' }],
  ['a long token', { Authorization: `Bearer ${'a'.repeat(5_000)}` }],
  ['a token elsewhere', { Cookie: 'token=public-token' }],
])('401 for %s, before parameters are read', async (_, headers) => {
  const response = await get('/test/echo?limit=x', headers);
  expect(response.status).toBe(401);
  expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
  expect((await errorOf(response)).code).toBe('unauthorized');
});

test('the scheme is accepted in any case', async () => {
  const { status } = await get('/test/echo?token=a', { Authorization: 'bEaReR public-token' });
  expect(status).toBe(200);
});

describe.each(['/places/', '/markers/'])('below %s', (prefix) => {
  test.each(['findByIds', 'findByLocation?k=x', 'update', 'no/such/path', ''])(
    '%s is 401 without a token, 403 with a public one, 404 with an internal one',
    async (path) => {
      expect((await get(`${prefix}${path}`, {})).status).toBe(401);
      const rejected = await get(`${prefix}${path}`);
      expect([rejected.status, (await errorOf(rejected)).code]).toEqual([403, 'forbidden']);
      expect((await get(`${prefix}${path}`, INTERNAL)).status).toBe(404);
    },
  );

  test('every method is internal', async () => {
    for (const method of ['PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS']) {
      const url = `${app.url}${prefix}update`;
      expect((await fetch(url, { method })).status).toBe(401);
      expect((await fetch(url, { method, headers: PUBLIC })).status).toBe(403);
    }
  });
});

test.each([
  '/', '/test', '/test/', '/test/Echo', '/test/echo/', '//test/echo', '/test/echo%20', '/%', '/%FF', '/test/%65cho', '/test/echo%00',
  '/__proto__', '/docs/../test/echo/x', '/placesX', `/${'a'.repeat(10_000)}`,
])('404: %.40s, with or without a token', async (path) => {
  for (const headers of [{}, PUBLIC]) {
    const response = await get(path, headers);
    expect([response.status, (await errorOf(response)).code]).toEqual([404, 'not_found']);
  }
}); // prettier-ignore

test.each(['/test/echo', '/openapi.json', '/docs', '/health/live'])('405: %s takes GET only', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const response = await fetch(`${app.url}${path}`, { method, headers: PUBLIC });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await errorOf(response)).code).toBe('method_not_allowed');
  }
}); // prettier-ignore

test.each([
  ['away', 503, 'unavailable', '7'],
  ['fail', 500, 'internal', null],
])('the cause of /test/%s is only in the log', async (name, status, code, retryAfter) => {
  const response = await get(`/test/${name}?token=a`);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([status, retryAfter]);
  const error = await errorOf(response);
  expect(error.code).toBe(code);
  expect(JSON.stringify([error, ...response.headers])).not.toMatch(/select|secrets|Error|\.ts/);
  const line = app.lines.at(-1);
  expect(line).toMatchObject({ status, requestId: error.request_id });
  expect(JSON.stringify(line)).toContain(SECRET);
});

test('each request is one line of the log, with neither token nor query', async () => {
  app.lines.length = 0;
  const headers = { ...PUBLIC, 'X-Request-Id': 'mine' };
  await get('/test/echo?token=private-words', headers);
  await get('/nothing?access_token=public-token', headers);
  await get('/test/echo', { Authorization: 'Bearer wrong-token' });
  const caller = { token: 'widget', tokenId: 'id-public' };
  expect(app.lines).toMatchObject([
    { level: 30, requestId: 'mine', method: 'GET', path: '/test/echo', status: 200, ...caller },
    { path: '/nothing', status: 404 },
    { path: '/test/echo', status: 401 },
  ]);
  expect(app.lines[0]?.durationMs).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(app.lines)).not.toMatch(/private-words|public-token|wrong-token|access_token|Bearer/); // prettier-ignore
});

test('a request cannot forge a line of the log, or send commands to a terminal', async () => {
  app.lines.length = 0;
  const path = '/%0d%0a%7B%22level%22:60%7D%1b%5b2J"\\{"level":60}';
  const client = '1.2.3.4"}{"level":60';
  await askPlainly(app.url, path, {
    headers: { 'X-Request-Id': 'a","level":60', 'X-Forwarded-For': `${client}, 10.0.0.1` },
  });
  const requestId = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(app.lines).toMatchObject([{ level: 30, requestId, path, client }]);
});

test('X-Forwarded-For counts only behind as many proxies as are trusted', async () => {
  const headers = { 'X-Forwarded-For': '10.0.0.1, 10.0.0.2, 10.0.0.3' };
  await get('/nothing', headers);
  expect(app.lines.at(-1)).toMatchObject({ client: '10.0.0.2' });
  const bare = await startApp();
  await fetch(`${bare.url}/nothing`, { headers });
  expect(bare.lines).toMatchObject([{ client: '127.0.0.1' }]);
  await bare.stop();
});

test('health needs no token', async () => {
  for (const name of ['live', 'ready']) {
    const response = await get(`/health/${name}`, {});
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok', data: { [name]: true } });
  }
});

test('ready is 503 and says what is missing, live stays 200', async () => {
  const details = [{ path: 'cities', message: 'Nothing is live. Run it.' }];
  const unready = await startApp({}, { readiness: () => details });
  const ready = await fetch(`${unready.url}/health/ready`);
  expect([ready.status, ready.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(await errorOf(ready)).toMatchObject({ code: 'unavailable', details });
  expect((await fetch(`${unready.url}/health/live`)).status).toBe(200);
  await unready.stop();
});

test('/openapi.json needs no token', async () => {
  const response = await get('/openapi.json', {});
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ openapi: '3.1.0', paths: { '/test/echo': {} } });
});

test.each(['geo.example:8080', '[::1]:3000', 'a/"},"b', 'a b', 'h1.example'])(
  '/openapi.json is one document, whose server is relative to it, whatever the Host: %s',
  async (host) => {
    const asked = (headers: Record<string, string>) =>
      askPlainly(app.url, '/openapi.json', { headers: { Host: host, ...headers } });
    const { status, headers, body } = await asked({});
    const { servers } = JSON.parse(body.toString()) as { servers: unknown };
    expect([status, servers, headers['cache-control']]).toEqual([200, [{ url: '.' }], 'no-cache']);
    const usual = await get('/openapi.json', {});
    expect(headers.etag).toBe(usual.headers.get('ETag'));
    expect((await asked({ 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
  },
);

test('/docs loads everything from the service, and its policy allows that', async () => {
  const page = await get('/docs/', {});
  expect(page.url).toBe(`${app.url}/docs`);
  const html = await page.text();
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toContain('upgrade-insecure-requests');
  // The policy forbids scripts in the page itself.
  expect(html).not.toMatch(/<script>|<script [^>]*>[^<]| on\w+=/);
  // The links to the pages are for persons, and there are no pages here.
  expect(html).toMatch(
    /<body\s+data-dev-tokens="false"\s+data-has-pages="false"\s+data-languages="en fr /,
  );
  const links = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, link = '']) => link);
  expect(links).toContain('docs/start.js');
  for (const link of links) {
    expect(link).not.toMatch(/^\w+:|^\/\//);
    const asset = await fetch(new URL(link, page.url));
    expect(asset.status).toBe(200);
    expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
  const start = await (await get('/docs/start.js', {})).text();
  expect(start).toContain("url: 'openapi.json'");
  const imported = [...start.matchAll(/^import .+ from '\.\/(.+)';$/gm)].map(([, name]) => name);
  expect(imported).toContain('layout.js');
  for (const name of imported)
    expect([name, (await get(`/docs/${name}`, {})).status]).toEqual([name, 200]);
  // It has the places of what the page gets.
  expect((await get('/docs/index.html', {})).status).toBe(404);
});

test('a file with a tag is 304 for the same tag, whatever the date (RFC 9110, section 13.1.3)', async () => {
  const path = '/docs/swagger-ui-bundle.js';
  const { headers } = await askPlainly(app.url, path);
  const dated = { 'If-None-Match': headers.etag ?? '', 'If-Modified-Since': 'Thu, 01 Jan 2015 00:00:00 GMT' }; // prettier-ignore
  const { status, body } = await askPlainly(app.url, path, { headers: dated });
  expect([status, body.length]).toEqual([304, 0]);
});
