import { describe, expect, test } from '@jest/globals';
import { createTokenVerifier } from '../../src/access/tokens/verify.js';
import { loadConfig } from '../../src/config.js';
import { askPlainly } from '../support/askPlainly.js';
import { PUBLIC, startApp, type TestServer, WRITE_PATH, written } from './startApp.js';
import { untilEnd } from '../support/each.js';

const app = untilEnd(await startApp());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers: { ...PUBLIC, ...headers } });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each(['a', 'Root=1-67891233-abcdef', '3F/2:1+0_.-', 'x'.repeat(128)])(
  'X-Request-Id: %s is answered as it is',
  async (id) => {
    const response = await get('/test/echo?token=a', { 'X-Request-Id': id });
    expect(response.headers.get('X-Request-Id')).toBe(id);
  },
);

test.each(['', 'a b', 'a,b', '<script>', 'é', 'x'.repeat(129), '{"a":1}'])(
  'X-Request-Id: %s is replaced',
  async (id) => {
    const response = await get('/test/echo?token=a', { 'X-Request-Id': id });
    expect(response.headers.get('X-Request-Id')).toMatch(UUID);
  },
);

test.each([
  '/test/echo?token=a', '/nothing', '/docs', '/openapi.json', '/health/live', '/places/x',
])('%s has a request id and the security headers', async (path) => {
  const { headers } = await get(path);
  expect(headers.get('X-Request-Id')).toMatch(UUID);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  // HTTPS for a whole domain is left to the TLS proxy.
  for (const name of ['Strict-Transport-Security', 'X-Powered-By', 'Server'])
    expect(headers.has(name)).toBe(false);
}); // prettier-ignore

test.each([
  ['/test/echo?token=a', 'Origin, Accept-Encoding'],
  ['/test/spoken?token=a', 'Origin, Accept-Encoding'],
  ['/test/spoken?token=a&limit=1', 'Origin, Accept-Encoding, Accept-Language'],
])('%s varies by %s', async (path, vary) => {
  const { headers } = await get(path);
  expect(headers.get('Vary')).toBe(vary);
  const unchanged = await get(path, { 'If-None-Match': headers.get('ETag') ?? '' });
  expect([unchanged.status, unchanged.headers.get('Vary')]).toEqual([headers.has('ETag') ? 304 : 200, vary]); // prettier-ignore
});

describe('X-Ignored-Params', () => {
  test.each([
    ['token=a&limi=3&Token=b&limi=4', 200, 'limi, Token'],
    // The right name is missing.
    ['tokn=a', 400, 'tokn'],
    // Nothing can break the header.
    ['token=a&%0D%0AX-Evil%3A1=&%E2%82%AC&%00&a%2Cb&%ZZ&%ED%A0%80', 200, '%0D%0AX-Evil%3A1, %E2%82%AC, %00, a%2Cb, %25ZZ, %25ED%25A0%2580'],
  ])('names the unknown parameters of %s', async (query, status, names) => {
    const response = await get(`/test/echo?${query}`);
    expect([response.status, response.headers.get('X-Ignored-Params')]).toEqual([status, names]);
    expect(response.headers.has('X-Evil')).toBe(false);
  }); // prettier-ignore

  test('stays short', async () => {
    const names = Array.from({ length: 49 }, (_, index) => `${'unknown'.repeat(5)}${index}=`).join(
      '&',
    );
    const { headers } = await get(`/test/echo?token=a&${names}`);
    expect(headers.get('X-Ignored-Params')).toHaveLength(1_000);
  });
});

test.each(['/test/echo?token=a', '/test/echo', '/nothing', '/openapi.json', '/docs', '/health/ready'])('HEAD %s answers like GET, without the body', async (path) => {
  const plain = { headers: PUBLIC };
  const answer = await askPlainly(app.url, path, plain);
  const head = await askPlainly(app.url, path, { ...plain, method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([answer.status, 0]);
  for (const name of ['content-type', 'content-length'])
    expect(head.headers[name]).toBe(answer.headers[name]);
}); // prettier-ignore

test('OPTIONS names the methods of a path, without a token', async () => {
  const { status, headers } = await fetch(`${app.url}/test/echo`, { method: 'OPTIONS' });
  expect([status, headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect((await fetch(`${app.url}/nothing`, { method: 'OPTIONS' })).status).toBe(404);
});

const preflight = (url: string, origin: string, method = 'PUT'): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });

describe('pages of other origins', () => {
  const ORIGIN = 'https://widget.example';

  test.each([['GET', '/test/echo'], ['PUT', WRITE_PATH]])('a preflight of %s needs no token', async (method, path) => {
    const { status, headers } = await preflight(`${app.url}${path}`, ORIGIN, method);
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
    expect(headers.get('Access-Control-Allow-Methods')).toContain(method);
    expect(headers.get('Access-Control-Allow-Headers')).toBe('authorization,content-type');
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0);
  }); // prettier-ignore

  test.each(['/test/echo?token=a', '/test/echo', '/nothing', '/test/fail?token=a'])('they may read %s and its headers', async (path) => {
    const { headers } = await get(path, { Origin: ORIGIN });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    // A login that a browser sends by itself, such as that of a proxy, is of no use to a page.
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false);
    const exposed = headers.get('Access-Control-Expose-Headers')?.split(',');
    const names = ['X-Request-Id', 'X-Ignored-Params', 'Retry-After', 'Cache-Status', 'RateLimit'];
    expect(exposed).toEqual(expect.arrayContaining(names));
    expect(headers.get('Vary')).toContain('Origin');
  }); // prettier-ignore

  test('only listed origins may, if the operator lists them', async () => {
    const listed = await startApp({ corsOrigins: [ORIGIN] });
    const url = `${listed.url}/test/echo?token=a`;
    const allowedBy = async (origin: string): Promise<(string | null)[]> => {
      const answers = [await fetch(url, { headers: { ...PUBLIC, Origin: origin } }), await preflight(url, origin)]; // prettier-ignore
      return answers.map(({ headers }) => headers.get('Access-Control-Allow-Origin'));
    };
    expect(await allowedBy(ORIGIN)).toEqual([ORIGIN, ORIGIN]);
    expect(await allowedBy('https://evil.example')).toEqual([null, null]);
    await listed.stop();
  });
});

describe('with development tokens', () => {
  const INTERNAL = { Authorization: 'Bearer dev-internal' };

  /** Starts the app as the process does with these settings. */
  function start(environment: Record<string, string>): Promise<TestServer> {
    const config = loadConfig({ DEV_TOKENS: 'true', ...environment });
    const find = (): Promise<undefined> => Promise.resolve(undefined);
    return startApp(config, { verifyToken: createTokenVerifier({ find, ...config }) });
  }

  const build = ({ url }: TestServer, more: Record<string, string>, method = 'PUT') =>
    fetch(`${url}${WRITE_PATH}`, {
      method,
      headers: { ...INTERNAL, 'Content-Type': 'application/json', ...more },
      body: '{"id":"a"}',
    });

  const EVIL = 'https://evil.example';
  const EVIL_HOST = 'rebind.evil.example:3000';
  test.each<[Record<string, string>, string[], string[]]>([
    [{ HOST: 'DevBox' }, ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://[::1]:8443', 'http://devbox:3000'], [EVIL, 'http://localhost.evil.example:3000', 'null']],
    [{ CORS_ORIGIN: 'https://widget.example' }, ['https://widget.example'], [EVIL]],
    [{ CORS_ORIGIN: '*' }, [EVIL], []],
  ])('with %j, pages of %j may write, those of %j may not', async (environment, allowed, foreign) => {
    const own = await start(environment);
    for (const origin of allowed) {
      const { status, headers } = await preflight(`${own.url}${WRITE_PATH}`, origin);
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, environment.CORS_ORIGIN === '*' ? '*' : origin]);
      expect((await build(own, { Origin: origin })).status).toBe(200);
    }
    written.length = 0;
    for (const origin of foreign) {
      const { headers } = await preflight(`${own.url}${WRITE_PATH}`, origin);
      expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
      // A page whose name was made to mean this machine (DNS rebinding) needs no preflight.
      const answer = await build(own, { Origin: origin });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('CORS_ORIGIN');
    }
    expect(written).toEqual([]);
    // The documentation pages of the service itself.
    expect((await build(own, { Origin: own.url })).status).toBe(200);
    await own.stop();
  }); // prettier-ignore

  test.each<[Record<string, string>, string[]]>([
    [{}, [EVIL_HOST, 'evil/.localhost', 'evil-localhost', 'localhost.evil.example', '127.0.0.1.evil.example:80', 'devbox']],
    [{ HOST: 'DevBox', CORS_ORIGIN: 'https://geo.example' }, [EVIL_HOST, 'geo.example:8080']],
    [{ CORS_ORIGIN: '*' }, []],
  ])('with %j, a page whose name was rebound to this machine as %j reads nothing', async (environment, foreign) => {
    const own = await start(environment);
    const ask = (Host: string, headers: Record<string, string> = INTERNAL) =>
      askPlainly(own.url, '/test/echo?token=a', { headers: { ...headers, Host } });
    for (const host of foreign) {
      const { status, body } = await ask(host);
      expect([host, status, body.toString()]).toEqual([host, 403, expect.stringContaining('CORS_ORIGIN')]);
      // From a page of another origin that is allowed, `Host` is the name of this machine in its own network.
      if (environment.CORS_ORIGIN) expect((await ask(host, { ...INTERNAL, Origin: environment.CORS_ORIGIN })).status).toBe(200);
    }
    for (const host of ['localhost', 'LOCALHOST:3000', 'api.localhost:80', '127.0.0.2', '192.168.1.5:3000', '[::1]:3000'])
      expect([host, (await ask(host)).status]).toEqual([host, 200]);
    if (environment.HOST) for (const host of ['devbox:3000', 'DevBox', 'geo.example']) expect((await ask(host)).status).toBe(200);
    await own.stop();
  }); // prettier-ignore

  test('every write of a page needs a preflight, and programs without Origin may write', async () => {
    const own = await start({});
    expect((await build(own, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await build(own, {}, 'POST')).status).toBe(405);
    expect((await build(own, {})).status).toBe(200);
    await own.stop();
  });

  test('a stored token may be used under every host name', async () => {
    const { status } = await askPlainly(app.url, '/test/echo?token=a', { headers: { ...PUBLIC, Host: EVIL_HOST } }); // prettier-ignore
    expect(status).toBe(200);
  });
});

describe('compression', () => {
  const big = async (encoding: string, limit = 5_000) => {
    const headers = { ...PUBLIC, 'Accept-Encoding': encoding };
    const answer = await askPlainly(app.url, `/test/big?token=a&limit=${limit}`, { headers });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    return { encoding: answer.headers['content-encoding'], bytes: answer.body.length };
  };

  test.each(['gzip', 'br', 'deflate'])('%s of bodies of more than 1 KiB', async (encoding) => {
    const answer = await big(encoding);
    expect(answer.encoding).toBe(encoding);
    expect(answer.bytes).toBeLessThan(1_000);
  });

  test('a compressed answer is the same answer', async () => {
    const response = await get('/test/big?token=a&limit=5000', { 'Accept-Encoding': 'br, gzip' });
    expect(await response.json()).toEqual({ status: 'ok', data: 'é'.repeat(5_000) });
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
  });

  test.each([
    ['gzip', 400], ['identity', 5_000], ['compress, x', 5_000], ['identity;q=0', 5_000], ['gzip;q=0, *;q=0', 5_000],
  ])('none for %s and %d characters', async (encoding, limit) => {
    expect((await big(encoding, limit)).encoding).toBeUndefined();
  }); // prettier-ignore
});
