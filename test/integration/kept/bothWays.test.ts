import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createEndpoints, RESOURCES } from '../../../src/endpoints.js';
import { budgetOf } from '../../../src/lookups/cache/budget.js';
import { KeptAnswers } from '../../../src/lookups/cache/keptAnswers.js';
import { Live } from '../../../src/search/live.js';
import { createSearches } from '../../../src/search/search.js';
import type { VerifyToken } from '../../../src/access/tokens/caller.js';
import { builtInPrefix, createTestClient } from '../../support/api.js';
import { type Asking, askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { DATA_PATH, isInternal, LOOKUPS } from '../../support/endpoints.js';
import { startApp, type StartedApp } from '../http/startApp.js';

/** Far more than a test takes. */
const PATIENCE_MS = 600_000;
const client = createTestClient();
/** Requests that the app behind the short way got, by the app. */
const passedOn = { short: 0, long: 0 };
/** Looks every token up, so that nothing can be answered before the app. */
let long: StartedApp;
let short: StartedApp;
let createdEndpoints: ReturnType<typeof createEndpoints>;
const apps: StartedApp[] = [];

const verify: VerifyToken = (token) =>
  token === 'dev-internal' || token === 'dev-public'
    ? { id: `id-${token}`, name: token, scope: token === 'dev-public' ? 'public' : 'internal' }
    : undefined;

beforeAll(async () => {
  const live = new Live(client, builtInPrefix(), RESOURCES, { validMs: PATIENCE_MS });
  await live.refresh();
  const budget = budgetOf(64);
  const keptAnswers = new KeptAnswers({ live, budget, maxAgeSeconds: 60 });
  const searches = createSearches(client, PATIENCE_MS);
  const nothingWritten = (): Promise<never> => Promise.reject(new Error('nothing is written'));
  const endpoints = createEndpoints(searches, nothingWritten, budget);
  createdEndpoints = endpoints;
  const start = async (way: keyof typeof passedOn, settings = {}): Promise<StartedApp> => {
    const app = await startApp(settings, {
      endpoints,
      keptAnswers,
      verifyToken: way === 'short' ? verify : (token) => Promise.resolve(verify(token)),
      // Asked by the app, of every lookup that comes to it.
      isCongested: () => {
        passedOn[way] += 1;
        return false;
      },
    });
    apps.push(app);
    return app;
  };
  const settings = { trustedProxies: 2, corsOrigins: ['https://widget.example'] };
  short = await start('short', settings);
  long = await start('long', settings);
  anyOrigin = { short: await start('short'), long: await start('long') };
});
let anyOrigin: { short: StartedApp; long: StartedApp };
afterAll(async () => {
  for (const app of apps) await app.stop();
  await client.close();
});

interface Answered extends PlainAnswer {
  line: Record<string, unknown>;
}

async function ask(app: StartedApp, target: string, asking?: Asking): Promise<Answered> {
  // Others tell of states.
  const lines = () => app.lines.filter(({ msg }) => msg === 'request');
  const { length: before } = lines();
  const answered = await askPlainly(app.url, target, asking);
  while (lines().length === before) await new Promise(setImmediate);
  const [line = {}, ...more] = lines().slice(before);
  expect(more).toEqual([]);
  return { ...answered, line };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What callers and operators see, but for what is of this very request. */
function seen({ status, headers, body, line }: Answered) {
  const { date, 'x-request-id': id, ...others } = headers;
  const { requestId, durationMs, time, ...members } = line;
  expect(date).toBeDefined();
  expect(requestId).toBe(id);
  expect(durationMs).toEqual(expect.any(Number));
  expect(time).toEqual(expect.any(Number));
  return {
    status,
    id: UUID.test(String(id)) ? 'one of ours' : id,
    headers: others,
    body: body.toString('base64'),
    line: { ...members, order: Object.keys(line) },
  };
}

/** Asks in both ways, and returns the answer that both have given. */
async function askBoth(
  target: string,
  options: Asking = {},
  { short: one, long: other } = { short, long },
): Promise<Answered> {
  passedOn.short = 0;
  passedOn.long = 0;
  const answered = await ask(one, target, options);
  expect(passedOn.short).toBe(0);
  expect(seen(await ask(other, target, options))).toEqual(seen(answered));
  expect(passedOn.long).toBeGreaterThan(0);
  return answered;
}

const tokenOf = (path: string): Record<string, string> => ({
  Authorization: `Bearer ${isInternal(path) ? 'dev-internal' : 'dev-public'}`,
});
const targetOf = ({ path, example }: (typeof LOOKUPS)[number]): string =>
  `${path}?${new URLSearchParams(example.query).toString()}`;
const KEPT = [
  ...LOOKUPS.filter(({ reads }) => reads !== undefined).map((endpoint) => ({
    path: endpoint.path,
    target: targetOf(endpoint),
  })),
  { path: DATA_PATH, target: `${DATA_PATH}?` },
];

/** Twice, so that what is known of cells and countries is, too. */
async function warm(target: string, headers: Record<string, string>): Promise<Answered> {
  await ask(long, target, { headers });
  await ask(long, target, { headers });
  return ask(long, target, { headers });
}

test('there are fourteen such routes', () => {
  expect(KEPT).toHaveLength(14);
});

describe.each(KEPT)('$path', ({ path, target }) => {
  const token = tokenOf(path);
  let etag: string;
  beforeAll(async () => {
    const { status, headers } = await warm(target, token);
    expect(status).toBe(200);
    etag = headers.etag ?? '';
    expect(etag).not.toBe('');
  });

  test('a kept answer is the same on the short way', async () => {
    const { status, headers, body } = await askBoth(target, { headers: token });
    expect(status).toBe(200);
    expect(headers['cache-status']).toBe('geographic-data; hit');
    expect(headers['content-length']).toBe(String(body.length));
    expect(JSON.parse(body.toString())).toMatchObject({ status: 'ok' });
  });

  test('HEAD', async () => {
    const { body, headers } = await askBoth(target, { method: 'HEAD', headers: token });
    expect(body).toHaveLength(0);
    const get = await askBoth(target, { headers: token });
    expect(headers['content-length']).toBe(String(get.body.length));
  });

  test.each(['GET', 'HEAD'])('%s of what the caller has already: 304 without a body', async (method) => {
    for (const tags of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const headers = { ...token, 'If-None-Match': tags };
      const { status, body, headers: received } = await askBoth(target, { method, headers });
      expect(status).toBe(304);
      expect(body).toHaveLength(0);
      expect(received).not.toHaveProperty('content-length');
      expect(received).not.toHaveProperty('content-type');
      expect(received.etag).toBe(etag);
      expect(received['cache-status']).toBe('geographic-data; hit');
    }
  }); // prettier-ignore

  test('what the caller has is no more so, or he wants it again', async () => {
    const others = [{ 'If-None-Match': '"other"' }, { 'If-None-Match': etag, 'Cache-Control': 'no-cache' }]; // prettier-ignore
    for (const other of others) {
      const { status } = await askBoth(target, { headers: { ...token, ...other } });
      expect(status).toBe(200);
    }
  });

  test('content codings', async () => {
    const all = ['br', 'gzip', 'deflate', 'identity', '*', 'gzip;q=0.5, br;q=0.1', 'gzip;q=0', 'identity;q=0', 'nonsense']; // prettier-ignore
    // Of what hardly shrinks, as it is full of digests, not every coding is held.
    const accepted = path === DATA_PATH ? ['br', 'identity', 'nonsense'] : all;
    for (const each of accepted) {
      const headers = { ...token, 'Accept-Encoding': each };
      // The first one who wants a coding has it made.
      await ask(long, target, { headers });
      await askBoth(target, { headers });
    }
  });

  test('pages of other origins', async () => {
    for (const origin of ['https://widget.example', 'https://other.example']) {
      const headers = { ...token, Origin: origin };
      const { headers: received } = await askBoth(target, { headers });
      const allowed = origin === 'https://widget.example' ? origin : undefined;
      expect(received['access-control-allow-origin']).toBe(allowed);
      const any = await askBoth(target, { headers }, anyOrigin);
      expect(any.headers['access-control-allow-origin']).toBe('*');
      await askBoth(target, { headers: { ...headers, 'If-None-Match': etag } });
    }
  });

  test('ignored parameters, addresses behind proxies and the id of the request', async () => {
    const odd = `${target}&limi=3&%E2%82%AC=1&limi=4&a%0D%0Ab=`;
    await ask(long, odd, { headers: token });
    const headers = {
      ...token,
      'X-Request-Id': 'mine/1',
      'X-Forwarded-For': '6.6.6.6, 203.0.113.7, 10.0.0.1',
    };
    const { headers: received, line } = await askBoth(odd, { headers });
    expect(received['x-ignored-params']).toBe('limi, %E2%82%AC, a%0D%0Ab');
    expect(received['x-request-id']).toBe('mine/1');
    expect(line).toMatchObject({ client: '203.0.113.7', path, status: 200 });
    const untrusted = await askBoth(target, { headers }, anyOrigin);
    expect(untrusted.line.client).toMatch(/127\.0\.0\.1$/);
    await askBoth(odd, { headers: { ...headers, 'If-None-Match': etag } });
    for (const bad of ['a b', 'x'.repeat(129)])
      await askBoth(target, { headers: { ...token, 'X-Request-Id': bad } });
  });

  test('the log names the token', async () => {
    const { line } = await askBoth(target, { headers: token });
    const name = isInternal(path) ? 'dev-internal' : 'dev-public';
    expect(line).toMatchObject({ token: name, tokenId: `id-${name}`, method: 'GET' });
  });
});

describe('long answers', () => {
  const target = '/countries/findAll?lang=ar';
  const token = tokenOf(target);
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync };

  test.each(['br', 'gzip', 'deflate'] as const)('are given as %s', async (coding) => {
    const { body: plain } = await warm(target, token);
    const headers = { ...token, 'Accept-Encoding': coding };
    await ask(long, target, { headers });
    const { headers: received, body } = await askBoth(target, { headers });
    expect(received['content-encoding']).toBe(coding);
    expect(received['content-length']).toBe(String(body.length));
    expect(body.length).toBeLessThan(plain.length / 2);
    expect(decoders[coding](body).equals(plain)).toBe(true);
  });
});

test('what is too much is refused alike before the app and by it', async () => {
  const tooMuch = await startApp({ maxConcurrentRequests: 0 }, { endpoints: [] });
  const before = await startApp({}, { isCongested: () => true, endpoints: createdEndpoints });
  apps.push(tooMuch, before);
  const target = '/cities/findByName?token=zz&limit=1&limi=2';
  for (const method of ['GET', 'HEAD'] as const) {
    for (const odd of [{}, { Origin: 'https://a.example' }, { 'Accept-Encoding': 'gzip' }]) {
      const headers = { ...tokenOf(target), ...odd, 'X-Request-Id': 'mine' };
      const [one, other] = await Promise.all(
        [before, tooMuch].map((app) => ask(app, target, { method, headers })),
      );
      if (one === undefined || other === undefined) throw new Error('not answered');
      expect(one.status).toBe(503);
      expect(seen(one)).toEqual(seen(other));
    }
  }
});

/** They are answered by the app, whoever asks: no caller can tell that there is a short way. */
describe('requests that are refused', () => {
  const target = '/countries/findAll?limit=2';
  const refused: [what: string, target: string, options: Asking][] = [
    ['no token', target, {}],
    ['an unknown token', target, { headers: { Authorization: 'Bearer nobody' } }],
    ['a public token', KEPT.find(({ path }) => path === '/places/findByIds')?.target ?? '', { headers: tokenOf('') }], // prettier-ignore
    ['another method', target, { method: 'DELETE', headers: tokenOf('') }],
    ['a faulty parameter', '/countries/findAll?limit=0&limi=1', { headers: tokenOf('') }],
    ['another path', '/countries/findall', { headers: tokenOf('') }],
    ['a path that ends in a slash', '/countries/findAll/', { headers: tokenOf('') }],
  ];
  test.each(refused)('%s', async (_, path, options) => {
    await warm(target, tokenOf(''));
    const headers = { ...options.headers, 'X-Request-Id': 'mine', Origin: 'https://a.example' };
    const [one, other] = await Promise.all(
      [short, long].map((app) => ask(app, path, { ...options, headers })),
    );
    if (one === undefined || other === undefined) throw new Error('not answered');
    expect(one.status).toBeGreaterThanOrEqual(400);
    expect(seen(one)).toEqual(seen(other));
  });
});

test('the absolute form, and what only looks like the path, are answered alike', async () => {
  const headers = tokenOf('');
  const plain = await warm('/countries/findAll?limit=2', headers);
  for (const target of [`${short.url}/countries/findAll?limit=2`, '/countries/findAll?&limit=2&']) {
    const answers = await Promise.all([short, long].map((app) => ask(app, target, { headers })));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.equals(plain.body)).toBe(true);
    }
  }
});
