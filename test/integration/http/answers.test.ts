import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorOf, INTERNAL, PUBLIC, SECRET, startApp, type TestServer } from './startApp.js';

let app: TestServer;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = PUBLIC): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers });

describe('success', () => {
  test('is 200 with status and data, and nothing else', async () => {
    const response = await get('/test/echo?token=par&limit=3');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.headers.has('X-Ignored-Params')).toBe(false);
    expect(await response.json()).toEqual({
      status: 'ok',
      data: { token: 'par', limit: 3, lang: 'en' },
    });
  });

  test('has missing beside data, when something is missing', async () => {
    const body: unknown = await (await get('/test/missing?token=a')).json();
    expect(body).toEqual({ status: 'ok', data: [], missing: ['a', 'b'] });
  });
});

describe('400 invalid_request', () => {
  test('lists every faulty parameter at once', async () => {
    const response = await get('/test/echo?limit=0&lang=xx&limit=1');
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error.code).toBe('invalid_request');
    expect(error.details?.map(({ path }) => path).sort()).toEqual(['lang', 'limit', 'token']);
  });

  test.each(['token=%', 'token=%FF', 'token=%ED%A0%80', 'token=', 'token=a&token=a'])(
    '%s',
    async (query) => {
      const response = await get(`/test/echo?${query}`);
      expect(response.status).toBe(400);
      expect((await errorOf(response)).details?.map(({ path }) => path)).toEqual(['token']);
    },
  );
});

describe('401 unauthorized', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic public-token' }],
    ['no token', { Authorization: 'Bearer' }],
    ['an unknown token', { Authorization: 'Bearer nobody' }],
    ['two tokens', { Authorization: 'Bearer public-token public-token' }],
    ['no scheme', { Authorization: 'public-token' }],
    ['a long token', { Authorization: `Bearer ${'a'.repeat(5_000)}` }],
    ['a token elsewhere', { Cookie: 'token=public-token' }],
  ])('%s', async (_, headers) => {
    const response = await get('/test/echo?token=a', headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect((await errorOf(response)).code).toBe('unauthorized');
  });

  test('the scheme is taken in any case', async () => {
    const headers = { Authorization: 'bEaReR public-token' };
    expect((await get('/test/echo?token=a', headers)).status).toBe(200);
  });

  test('comes before the parameters', async () => {
    expect((await get('/test/echo?limit=x', {})).status).toBe(401);
  });
});

describe.each(['/places/', '/markers/'])('the restricted %s', (prefix) => {
  test.each(['findByIds', 'findByLocation?k=x', 'update', 'no/such/path', ''])(
    '%s: 401 without a token, 403 with a public one, 404 with an internal one',
    async (path) => {
      expect((await get(`${prefix}${path}`, {})).status).toBe(401);
      const refused = await get(`${prefix}${path}`);
      expect(refused.status).toBe(403);
      expect((await errorOf(refused)).code).toBe('forbidden');
      expect((await get(`${prefix}${path}`, INTERNAL)).status).toBe(404);
    },
  );

  test('every method is restricted', async () => {
    for (const method of ['PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS']) {
      const url = `${app.url}${prefix}update`;
      expect((await fetch(url, { method })).status).toBe(401);
      expect((await fetch(url, { method, headers: PUBLIC })).status).toBe(403);
    }
  });
});

describe('404 not_found', () => {
  test.each([
    '/', '/test', '/test/', '/test/Echo', '/test/echo/', '//test/echo', '/test/echo%20', '/%',
    '/%FF', '/test/%65cho', '/test/echo%00', '/__proto__', '/docs/../test/echo/x', '/favicon.ico',
    `/${'a'.repeat(10_000)}`,
  ])('%s, with or without a token', async (path) => {
    for (const headers of [{}, PUBLIC, INTERNAL]) {
      const response = await get(path, headers);
      expect(response.status).toBe(404);
      expect((await errorOf(response)).code).toBe('not_found');
    }
  }); // prettier-ignore
});

describe('405 method_not_allowed', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('%s', async (method) => {
    for (const path of ['/test/echo', '/openapi.json', '/docs', '/health/live']) {
      const response = await fetch(`${app.url}${path}`, { method, headers: PUBLIC });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
      expect((await errorOf(response)).code).toBe('method_not_allowed');
    }
  });
});

test('503 unavailable has Retry-After, and its cause is seen in the log only', async () => {
  const response = await get('/test/away?token=a');
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('7');
  const error = await errorOf(response);
  expect(error.code).toBe('unavailable');
  expect(JSON.stringify(error)).not.toContain(SECRET);
  expect(JSON.stringify(app.lines.at(-1))).toContain(SECRET);
});

test('500 internal tells nothing of what happened, the log does', async () => {
  const response = await get('/test/fail?token=a');
  expect(response.status).toBe(500);
  const error = await errorOf(response);
  expect(error.code).toBe('internal');
  expect(JSON.stringify([error, ...response.headers])).not.toMatch(/select|secrets|Error|\.ts/);
  const line = app.lines.at(-1);
  expect(line).toMatchObject({ level: 50, status: 500, requestId: error.request_id });
  expect(JSON.stringify(line)).toContain(SECRET);
});
