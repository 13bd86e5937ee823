import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PUBLIC, startApp, type TestServer } from './startApp.js';

let app: TestServer;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers: { ...PUBLIC, ...headers } });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('X-Request-Id', () => {
  test.each(['a', 'Root=1-67891233-abcdef', '3F/2:1+0_.-', 'x'.repeat(128)])(
    '%s is kept',
    async (id) => {
      const response = await get('/test/echo?token=a', { 'X-Request-Id': id });
      expect(response.headers.get('X-Request-Id')).toBe(id);
    },
  );

  test.each(['', 'a b', 'a,b', '<script>', 'é', 'x'.repeat(129), '{"a":1}'])(
    '%s is replaced',
    async (id) => {
      const response = await get('/test/echo?token=a', { 'X-Request-Id': id });
      expect(response.headers.get('X-Request-Id')).toMatch(UUID);
    },
  );

  test('is on every answer', async () => {
    for (const path of ['/nothing', '/docs', '/openapi.json', '/health/live', '/places/x']) {
      expect((await get(path)).headers.get('X-Request-Id')).toMatch(UUID);
    }
  });
});

test('HTTPS for a whole domain is left to the TLS proxy', async () => {
  for (const path of ['/test/echo?token=a', '/nothing', '/docs', '/openapi.json', '/health/live'])
    expect((await get(path)).headers.has('Strict-Transport-Security')).toBe(false);
});

describe('X-Ignored-Params', () => {
  test('names unknown parameters', async () => {
    const response = await get('/test/echo?token=a&limi=3&Token=b&limi=4');
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Ignored-Params')).toBe('limi, Token');
  });

  test('names them also when the request fails for want of the right one', async () => {
    const response = await get('/test/echo?tokn=a');
    expect(response.status).toBe(400);
    expect(response.headers.get('X-Ignored-Params')).toBe('tokn');
  });

  test('cannot break the header', async () => {
    const names = ['%0D%0AX-Evil%3A1', '%E2%82%AC', '%00', 'a%2Cb', '%ZZ', '%ED%A0%80'];
    const response = await get(`/test/echo?token=a&${names.join('=&')}=`);
    expect(response.status).toBe(200);
    expect(response.headers.has('X-Evil')).toBe(false);
    expect(response.headers.get('X-Ignored-Params')).toBe(
      '%0D%0AX-Evil%3A1, %E2%82%AC, %00, a%2Cb, %25ZZ, %25ED%25A0%2580',
    );
  });

  test('stays short', async () => {
    const names = Array.from({ length: 900 }, (_, index) => `unknown${index}=`).join('&');
    const response = await get(`/test/echo?token=a&${names}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Ignored-Params')?.length).toBeLessThanOrEqual(1_000);
  });
});

describe('HEAD', () => {
  test.each([
    '/test/echo?token=a',
    '/test/echo',
    '/nothing',
    '/openapi.json',
    '/docs',
    '/health/ready',
  ])('%s answers like GET, without the body', async (path) => {
    const plain = { 'Accept-Encoding': 'identity' };
    const get_ = await get(path, plain);
    const head = await fetch(`${app.url}${path}`, {
      method: 'HEAD',
      headers: { ...PUBLIC, ...plain },
    });
    expect(head.status).toBe(get_.status);
    expect(await head.text()).toBe('');
    for (const name of ['Content-Type', 'Content-Length']) {
      expect(head.headers.get(name)).toBe(get_.headers.get(name));
    }
  });
});

describe('OPTIONS', () => {
  test('names the methods of a path, without a token', async () => {
    const response = await fetch(`${app.url}/test/echo`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('of an unknown path is 404', async () => {
    expect((await fetch(`${app.url}/nothing`, { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('pages of other origins', () => {
  const ORIGIN = { Origin: 'https://widget.example' };
  const preflight = (url: string): Promise<Response> =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });

  test('a preflight needs no token', async () => {
    const { status, headers } = await preflight(`${app.url}/test/echo`);
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Methods')).toContain('GET');
    expect(headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('authorization');
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0);
  });

  test('answers can be read, failures too, with their headers', async () => {
    for (const path of ['/test/echo?token=a', '/test/echo', '/nothing', '/test/fail?token=a']) {
      const { headers } = await get(path, ORIGIN);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      // What a browser sends by itself, such as a login of a proxy in front, opens nothing to a page.
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      const exposed = headers.get('Access-Control-Expose-Headers');
      for (const name of ['X-Request-Id', 'X-Ignored-Params', 'Retry-After', 'Cache-Status']) {
        expect(exposed).toContain(name);
      }
      expect(headers.get('Vary')).toContain('Origin');
    }
  });

  test('only allowed ones, where the operator lists them', async () => {
    const listed = await startApp({ corsOrigins: ['https://widget.example'] });
    try {
      const url = `${listed.url}/test/echo?token=a`;
      const allowed = await fetch(url, { headers: { ...PUBLIC, ...ORIGIN } });
      expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN.Origin);
      expect((await preflight(url)).status).toBe(204);
      const other = await fetch(url, { headers: { ...PUBLIC, Origin: 'https://evil.example' } });
      expect(other.headers.has('Access-Control-Allow-Origin')).toBe(false);
    } finally {
      await listed.stop();
    }
  });
});

interface RawAnswer {
  status: number | undefined;
  type: string | undefined;
  encoding: string | undefined;
  bytes: number;
}

/** Without what fetch does about encodings by itself. */
function rawGet(path: string, encoding: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { ...PUBLIC, 'Accept-Encoding': encoding };
    const sent = request(`${app.url}${path}`, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        const { 'content-type': type, 'content-encoding': used } = response.headers;
        resolve({ status: response.statusCode, type, encoding: used, bytes });
      });
    });
    sent.on('error', reject).end();
  });
}

describe('compression', () => {
  test.each(['gzip', 'br', 'deflate'])('%s of bodies of more than 1 KiB', async (encoding) => {
    const answer = await rawGet('/test/big?token=a&limit=5000', encoding);
    expect(answer.encoding).toBe(encoding);
    expect(answer.bytes).toBeLessThan(1_000);
  });

  test('a compressed answer is the same answer', async () => {
    const response = await get('/test/big?token=a&limit=5000', { 'Accept-Encoding': 'br, gzip' });
    expect(await response.json()).toEqual({ status: 'ok', data: 'é'.repeat(5_000) });
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
  });

  test.each([
    ['small bodies', '/test/big?token=a&limit=400', 'gzip'],
    ['who does not ask', '/test/big?token=a&limit=5000', 'identity'],
    ['who asks for something else', '/test/big?token=a&limit=5000', 'compress, x'],
    ['who takes nothing, not even that', '/test/big?token=a&limit=5000', 'identity;q=0'],
    ['who takes nothing in other words', '/test/big?token=a&limit=5000', 'gzip;q=0, *;q=0'],
  ])('not for %s', async (_, path, encoding) => {
    const answer = await rawGet(path, encoding);
    expect(answer.encoding).toBeUndefined();
    expect([answer.status, answer.type]).toEqual([200, 'application/json; charset=utf-8']);
  });
});

test('security headers are on every answer', async () => {
  for (const path of ['/test/echo?token=a', '/nothing', '/openapi.json']) {
    const { headers } = await get(path);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
    expect(headers.has('X-Powered-By')).toBe(false);
    expect(headers.has('Server')).toBe(false);
  }
});
