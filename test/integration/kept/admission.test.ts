import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import Joi from 'joi';
import type { TokenDocument } from '../../../indices/tokens.js';
import { lookup } from '../../../src/lookups/endpoint.js';
import { Stopping } from '../../../src/server/stopping.js';
import { budgetOf } from '../../../src/lookups/cache/budget.js';
import { KeptAnswers } from '../../../src/lookups/cache/keptAnswers.js';
import { objectOf, optional, parameterRules } from '../../../src/parameters/rules.js';
import { token as name } from '../../../src/parameters/shared.js';
import { keptLookups } from '../../../src/observe/metrics.js';
import { unavailable } from '../../../src/errors.js';
import { hashToken, newToken } from '../../../src/access/tokens/secret.js';
import { createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { SetLive } from '../../support/setLive.js';
import { startApp, type StartedApp } from '../http/startApp.js';

/** A revoked token is refused within this time. */
const REVOKED_WITHIN_MS = 5_000;

const rules = parameterRules(objectOf({ name: optional(name) }), (query) => query);
const endpointAt = (path: string) =>
  lookup({
    path,
    summary: path,
    description: path,
    parameters: rules,
    data: Joi.any(),
    example: { query: {}, answer: { data: [] } },
    reads: [{ resource: 'cities' }],
    handle: (query) => Promise.resolve({ data: query }),
  });
const PUBLIC_PATH = '/cities/kept';
const INTERNAL_PATH = '/places/kept';

const documents = new Map<string, TokenDocument>();
/** Of tokens, to the store that they are looked up in. */
let isStoreAway = false;
const verifier = () =>
  createTokenVerifier({
    find: (hash) =>
      isStoreAway ? Promise.reject(unavailable()) : Promise.resolve(documents.get(hash)),
    devTokens: false,
  });

function makeToken(document: Partial<TokenDocument> = {}): string {
  const token = newToken();
  const created_at = new Date().toISOString();
  documents.set(hashToken(token), { id: token.slice(4, 12), name: 'a', scope: 'public', created_at, ...document }); // prettier-ignore
  return token;
}

/** Requests that came to the app, behind the short way. */
let passedOn = 0;
const apps: StartedApp[] = [];
async function start(settings = {}, more = {}): Promise<StartedApp> {
  const budget = budgetOf(1);
  const app = await startApp(settings, {
    endpoints: [endpointAt(PUBLIC_PATH), endpointAt(INTERNAL_PATH)],
    keptAnswers: new KeptAnswers({ live: new SetLive('one'), budget, maxAgeSeconds: 60, code: '' }),
    verifyToken: verifier(),
    isCongested: () => {
      passedOn += 1;
      return false;
    },
    ...more,
  });
  apps.push(app);
  return app;
}

let app: StartedApp;
beforeAll(async () => {
  app = await start();
});
beforeEach(() => {
  passedOn = 0;
  isStoreAway = false;
});
afterAll(async () => {
  for (const each of apps) await each.stop();
});

const get = (
  path: string,
  token: string | undefined,
  { on = app, tags }: { on?: StartedApp; tags?: string | undefined } = {},
): Promise<PlainAnswer> =>
  askPlainly(on.url, path, {
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(tags === undefined ? {} : { 'If-None-Match': tags }),
    },
  });

/** Has an answer kept, which is given before the app from then on. */
async function keep(path: string, token: string, on = app): Promise<void> {
  await get(path, token, { on });
  passedOn = 0;
  expect((await get(path, token, { on })).status).toBe(200);
  expect(passedOn).toBe(0);
}

describe('a kept answer is for those only who may have it', () => {
  test('a public token gets none that is internal, whoever asked before', async () => {
    await keep(INTERNAL_PATH, makeToken({ scope: 'internal' }));
    const token = makeToken();
    await keep(PUBLIC_PATH, token);
    for (const tags of [undefined, '*']) {
      const { status, headers } = await get(INTERNAL_PATH, token, { tags });
      expect(status).toBe(403);
      expect(headers).not.toHaveProperty('etag');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('no token and an unknown one get none, not even that it is still so', async () => {
    await keep(PUBLIC_PATH, makeToken());
    for (const token of [undefined, newToken()])
      for (const tags of [undefined, '*'])
        expect((await get(PUBLIC_PATH, token, { tags })).status).toBe(401);
  });

  test('a token that expires gets none from then on', async () => {
    const token = makeToken({ expires_at: new Date(Date.now() + 700).toISOString() });
    await keep(PUBLIC_PATH, token);
    await sleep(800);
    expect((await get(PUBLIC_PATH, token)).status).toBe(401);
  });

  test.each(['is revoked', 'is deleted'])(
    'a token that %s gets none after five seconds, however often it is used',
    async (what) => {
      const token = makeToken();
      await keep(PUBLIC_PATH, token);
      const document = documents.get(hashToken(token));
      if (document === undefined) throw new Error('there is no such token');
      if (what === 'is deleted') documents.delete(hashToken(token));
      else documents.set(hashToken(token), { ...document, revoked_at: new Date().toISOString() });
      const begun = performance.now();
      while ((await get(PUBLIC_PATH, token)).status === 200) {
        expect(performance.now() - begun).toBeLessThan(REVOKED_WITHIN_MS);
        await sleep(20);
      }
      expect((await get(PUBLIC_PATH, token)).status).toBe(401);
    },
  );

  test('a token that cannot be looked up any more gets none: 503', async () => {
    const token = makeToken();
    await keep(PUBLIC_PATH, token);
    isStoreAway = true;
    const begun = performance.now();
    while ((await get(PUBLIC_PATH, token)).status === 200) {
      expect(performance.now() - begun).toBeLessThan(REVOKED_WITHIN_MS);
      await sleep(20);
    }
    expect((await get(PUBLIC_PATH, token)).status).toBe(503);
  });
});

describe('the limit of requests a second', () => {
  test('counts kept answers, and those that are still so', async () => {
    const limited = await start({ rateLimitPerSecond: 10 });
    const token = makeToken();
    const statuses: (number | undefined)[] = [];
    for (let number = 0; number < 30; number += 1) {
      const tags = number % 2 === 0 ? '"other"' : '*';
      statuses.push((await get(PUBLIC_PATH, token, { on: limited, tags })).status);
    }
    // A second may end meanwhile.
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(20);
    expect(new Set(statuses)).toEqual(new Set([200, 304, 429]));
  });

  test('tells on kept answers what is left', async () => {
    const limited = await start({ rateLimitPerSecond: 1_000 });
    const token = makeToken();
    await get(PUBLIC_PATH, token, { on: limited });
    passedOn = 0;
    for (const tags of ['"other"', '*']) {
      const { headers } = await get(PUBLIC_PATH, token, { on: limited, tags });
      expect(headers['ratelimit-policy']).toBe('"token";q=1000;w=1');
      expect(headers.ratelimit).toMatch(/^"token";r=9\d\d;t=1$/);
    }
    expect(passedOn).toBe(0);
  });

  test('refuses before the app, and tells in the log of whom', async () => {
    const limited = await start({ rateLimitPerSecond: 1 });
    const token = makeToken({ name: 'greedy' });
    const { length } = limited.lines;
    await get(PUBLIC_PATH, token, { on: limited });
    for (;;) {
      passedOn = 0;
      if ((await get(PUBLIC_PATH, token, { on: limited })).status === 429) break;
    }
    expect(passedOn).toBe(0);
    expect(limited.lines.slice(length).filter(({ status }) => status === 429)).toMatchObject([
      { token: 'greedy', reason: 'rate_limited' },
    ]);
  });

  test('refuses before parameters are read, and has faulty ones read once', async () => {
    let readings = 0;
    const counting = lookup({
      path: '/cities/counted',
      summary: 'counted',
      description: 'counted',
      parameters: {
        ...rules,
        read: (values, faults) => {
          readings += 1;
          return rules.read(values, faults);
        },
      },
      data: Joi.any(),
      example: { query: {}, answer: { data: [] } },
      reads: [{ resource: 'cities' }],
      handle: (query) => Promise.resolve({ data: query }),
    });
    const limited = await start({ rateLimitPerSecond: 5 }, { endpoints: [counting] });
    const token = makeToken();
    const statuses: (number | undefined)[] = [];
    // The first is looked up by the app, for its token is not known yet.
    for (let number = 0; number < 30; number += 1)
      statuses.push((await get(`${counting.path}?name=`, token, { on: limited })).status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(readings).toBe(statuses.filter((status) => status === 400).length);
  });

  test('refuses on both ways alike', async () => {
    const verify = verifier();
    const one = await start({ rateLimitPerSecond: 1 }, { verifyToken: verify });
    const other = await start(
      { rateLimitPerSecond: 1 },
      // Looked up, so that nothing is answered before the app.
      { verifyToken: async (token: string) => await verify(token) },
    );
    const token = makeToken();
    const refused = await Promise.all(
      [one, other].map(async (on) => {
        for (;;) {
          const { status, headers } = await get(`${PUBLIC_PATH}?limi=1`, token, { on });
          if (status !== 429) continue;
          return omit(headers, ['date', 'x-request-id']);
        }
      }),
    );
    expect(refused[0]).toEqual(refused[1]);
    expect(refused[0]).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
  });
});

test('the origins of a token hold for kept answers, too', async () => {
  const allowed = 'https://widget.example';
  const token = makeToken({ origins: [allowed] });
  await keep(PUBLIC_PATH, token);
  const from = async (origin: string, tags?: string): Promise<PlainAnswer> =>
    askPlainly(app.url, PUBLIC_PATH, {
      headers: {
        Authorization: `Bearer ${token}`,
        Origin: origin,
        ...(tags !== undefined && { 'If-None-Match': tags }),
      },
    });
  expect((await from(allowed)).status).toBe(200);
  expect(passedOn).toBe(0);
  for (const other of ['https://other.example', 'null', `${allowed}, ${allowed}`, ''])
    for (const tags of [undefined, '*']) {
      const { status, headers, body } = await from(other, tags);
      expect(status).toBe(403);
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      // The page may read why.
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers.vary).toContain('Origin');
      expect(body.toString()).toMatch(/"forbidden".*pages of this origin/);
    }
  const preflight = await askPlainly(app.url, PUBLIC_PATH, {
    method: 'OPTIONS',
    headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' },
  });
  expect(preflight.status).toBe(204);
});

test.each(['before the app', 'by the app'])(
  'an answer that its caller has already is counted %s, although it is not kept here',
  async (where) => {
    const token = makeToken();
    const { headers } = await get(PUBLIC_PATH, token);
    const verify = verifier();
    const other = await start(
      {},
      where === 'by the app' ? { verifyToken: async (text: string) => await verify(text) } : {},
    );
    // So that the token is known.
    await get(`${PUBLIC_PATH}?name=a`, token, { on: other });
    const unchanged = async (): Promise<number> =>
      (await keptLookups.get()).values.find(({ labels }) => labels.way === 'unchanged')?.value ?? 0;
    const before = await unchanged();
    const { status } = await get(PUBLIC_PATH, token, { on: other, tags: String(headers.etag) });
    expect(status).toBe(304);
    expect(await unchanged()).toBe(before + 1);
  },
);

test('the time of a kept answer begins when its request comes', async () => {
  const SLOW_MS = 30;
  const measured = await start(
    {},
    {
      endpoints: [
        {
          ...endpointAt(PUBLIC_PATH),
          isLocated: true,
          question: () => ({
            canonical: () => 'all',
            ask: () => Promise.resolve({ data: [] }),
            recall() {
              const begun = performance.now();
              while (performance.now() - begun < SLOW_MS);
              return { answer: () => ({ data: [] }) };
            },
          }),
        },
      ],
    },
  );
  const token = makeToken();
  await get(PUBLIC_PATH, token, { on: measured });
  passedOn = 0;
  await get(`${PUBLIC_PATH}?name=a`, token, { on: measured });
  expect(passedOn).toBe(0);
  expect(measured.lines.at(-1)?.durationMs).toBeGreaterThanOrEqual(SLOW_MS);
});

test('a process that stops announces it on kept answers, too', async () => {
  const stopping = new Stopping();
  const ending = await start({}, { stopping });
  const token = makeToken();
  await keep(PUBLIC_PATH, token, ending);
  stopping.begin();
  const response = await get(PUBLIC_PATH, token, { on: ending });
  expect(response.status).toBe(200);
  expect(response.headers.connection).toBe('close');
});

/** What no client library sends. */
describe('odd requests of what is kept', () => {
  const raw = async (lines: readonly string[]): Promise<string> => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1');
    return (await text(socket.setEncoding('latin1')))
      .replace(/^[\s\S]*?\r\n\r\n/, '')
      .replace(/"request_id":"[^"]*"/, '');
  };

  test.each(['\u00a0', 'a\u00a0', '\u00a0a', 'é', '#', 'a#b', '%', 'a?b', 'a%'])(
    'the value %j is read the same way, whoever answers',
    async (value) => {
      const known = makeToken();
      await keep(PUBLIC_PATH, known);
      const ask = (token: string): Promise<string> =>
        raw([
          `GET ${PUBLIC_PATH}?name=${value} HTTP/1.1`,
          'Host: a',
          `Authorization: Bearer ${token}`,
        ]);
      // The first one by the app, for its token is not known yet; the others before it.
      const answers = [await ask(makeToken()), await ask(known), await ask(known)];
      expect(new Set(answers).size).toBe(1);
    },
  );

  test('two hosts, or none, are refused', async () => {
    const token = makeToken();
    await keep(PUBLIC_PATH, token);
    const authorization = `Authorization: Bearer ${token}`;
    for (const hosts of [[], ['Host: a', 'Host: b']]) {
      const body = await raw([`GET ${PUBLIC_PATH} HTTP/1.1`, ...hosts, authorization]);
      expect(body).toContain('invalid_request');
    }
  });
});
