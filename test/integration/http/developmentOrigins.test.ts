import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadConfig } from '../../../src/config.js';
import { createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { startApp, type TestServer, WRITE_PATH, written } from './startApp.js';

const INTERNAL = { Authorization: 'Bearer dev-internal' };
const FOREIGN = ['https://evil.example', 'http://localhost.evil.example:3000', 'null'];
const LOCAL = ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://[::1]:8443'];

/** Starts the app as the process does with these settings, and development tokens. */
function start(environment: Record<string, string>): Promise<TestServer> {
  const config = loadConfig({ DEV_TOKENS: 'true', ...environment });
  const find = (): Promise<undefined> => Promise.resolve(undefined);
  return startApp(config, { verifyToken: createTokenVerifier({ find, ...config }) });
}

const preflight = (url: string, origin: string): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
  });

const build = (url: string, headers: Record<string, string>, method = 'PUT'): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...INTERNAL, 'Content-Type': 'application/json', ...headers },
    body: '{"id":"a"}',
  });

describe('by default', () => {
  let app: TestServer;
  let url: string;
  beforeAll(async () => {
    app = await start({ HOST: 'DevBox' });
    url = `${app.url}${WRITE_PATH}`;
  });
  afterAll(() => app.stop());

  test.each(FOREIGN)('a page of %s may neither ask nor write', async (origin) => {
    const { headers } = await preflight(url, origin);
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
    const before = written.length;
    // A page whose name was made to mean this machine (DNS rebinding) needs no preflight.
    const answer = await build(url, { Origin: origin });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('CORS_ORIGIN');
    expect(written).toHaveLength(before);
  });

  test.each([...LOCAL, 'http://devbox:3000'])('a page of %s may', async (origin) => {
    const { status, headers } = await preflight(url, origin);
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, origin]);
    expect((await build(url, { Origin: origin })).status).toBe(200);
  });

  test('no write goes without a preflight', async () => {
    const before = written.length;
    expect((await build(url, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await build(url, {}, 'POST')).status).toBe(405);
    expect(written).toHaveLength(before);
  });

  test('programs that send no Origin are let through', async () => {
    expect((await build(url, {})).status).toBe(200);
  });
});

test('a list of origins counts, and documentation pages of this machine still write', async () => {
  const app = await start({ CORS_ORIGIN: 'https://widget.example' });
  try {
    const url = `${app.url}${WRITE_PATH}`;
    expect((await build(url, { Origin: 'https://widget.example' })).status).toBe(200);
    expect((await build(url, { Origin: app.url })).status).toBe(200);
    expect((await build(url, { Origin: 'https://evil.example' })).status).toBe(403);
    const { headers } = await preflight(url, 'http://localhost:5173');
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
  } finally {
    await app.stop();
  }
});

test('CORS_ORIGIN=* allows all', async () => {
  const app = await start({ CORS_ORIGIN: '*' });
  try {
    const answer = await build(`${app.url}${WRITE_PATH}`, { Origin: 'https://evil.example' });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
  } finally {
    await app.stop();
  }
});
