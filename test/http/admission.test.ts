import { text } from 'node:stream/consumers';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import Joi from 'joi';
import type { TokenDocument } from '../../indices/tokens.js';
import type { Caller } from '../../src/access/tokens/token.js';
import { hashToken, newToken } from '../../src/access/tokens/token.js';
import { createTokenVerifier } from '../../src/access/tokens/verify.js';
import { unavailable } from '../../src/errors.js';
import { AnswerCache } from '../../src/lookups/answerCache.js';
import { cacheBudget } from '../../src/lookups/cache/versionedCache.js';
import { lookup } from '../../src/lookups/endpoint.js';
import { optional, parameterRules } from '../../src/parameters/rules.js';
import { token as name } from '../../src/parameters/shared.js';
import { askPlainly, type PlainAnswer } from '../support/askPlainly.js';
import { SetLive } from '../support/setLive.js';
import { startApp, type TestServer } from './startApp.js';

/** A revoked token is rejected within this time. */
const REVOKED_WITHIN_MS = 5_000;

let readings = 0;
const rules = parameterRules({ name: optional(name) }, (query) => query);
const endpointAt = (path: string) =>
  lookup({
    path,
    summary: path,
    description: path,
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
const PUBLIC_PATH = '/cities/cached';
const INTERNAL_PATH = '/places/cached';

const documents = new Map<string, TokenDocument>();
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

const apps: TestServer[] = [];
async function start(settings = {}, more = {}): Promise<TestServer> {
  const app = await startApp(settings, {
    endpoints: [endpointAt(PUBLIC_PATH), endpointAt(INTERNAL_PATH)],
    answerCache: new AnswerCache(new SetLive('one'), cacheBudget(1)),
    verifyToken: verifier(),
    ...more,
  });
  apps.push(app);
  return app;
}

const app = await start();
beforeEach(() => {
  isStoreAway = false;
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Sets the clocks of this process to a later time, at which they stop. */
function setClocksLaterBy(ms: number): void {
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
}

afterAll(async () => {
  for (const each of apps) await each.stop();
});

interface Sent {
  readonly on?: TestServer;
  readonly headers?: Record<string, string>;
}
const get = (path: string, token?: string, { on = app, headers = {} }: Sent = {}) =>
  askPlainly(on.url, path, {
    headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
  });

/** Puts an answer into the cache. */
async function fill(path: string, token: string, on = app): Promise<void> {
  await get(path, token, { on });
  const { status, headers } = await get(path, token, { on });
  expect([status, headers['cache-status']]).toEqual([200, 'geographic-data; hit']);
}

const TAGS = [{}, { 'If-None-Match': '*' }];

test('a cached answer is given only to those who may have it', async () => {
  await fill(INTERNAL_PATH, makeToken({ scope: 'internal' }));
  await fill(PUBLIC_PATH, makeToken());
  const cases = [
    [403, INTERNAL_PATH, makeToken()],
    [401, PUBLIC_PATH, undefined],
    [401, PUBLIC_PATH, newToken()],
    [401, PUBLIC_PATH, makeToken({ expires_at: new Date(Date.now() - 1).toISOString() })],
  ] as const;
  for (const [expected, path, token] of cases)
    for (const headers of TAGS) {
      const answer = await get(path, token, { headers });
      expect(answer.status).toBe(expected);
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
});

test('a token that is revoked, deleted or expires gets none after five seconds, however often it is used', async () => {
  const [revoked, deleted] = [makeToken(), makeToken()];
  const expiring = makeToken({ expires_at: new Date(Date.now() + REVOKED_WITHIN_MS - 1).toISOString() });
  for (const token of [revoked, deleted, expiring]) await fill(PUBLIC_PATH, token);
  const document = documents.get(hashToken(revoked));
  if (document === undefined) throw new Error('there is no such token');
  documents.set(hashToken(revoked), { ...document, revoked_at: new Date().toISOString() });
  documents.delete(hashToken(deleted));
  let statuses: (number | undefined)[] = [];
  // The first use is within the time of the cache.
  for (const ms of [1_000, REVOKED_WITHIN_MS - 1_000]) {
    setClocksLaterBy(ms);
    const answers = [revoked, deleted, expiring].map((token) => get(PUBLIC_PATH, token));
    statuses = (await Promise.all(answers)).map(({ status }) => status);
  }
  expect(statuses).toEqual([401, 401, 401]);
}); // prettier-ignore

test('a token that cannot be looked up any more: 503', async () => {
  const token = makeToken();
  await fill(PUBLIC_PATH, token);
  isStoreAway = true;
  setClocksLaterBy(REVOKED_WITHIN_MS);
  expect((await get(PUBLIC_PATH, token)).status).toBe(503);
});

test('in an overload cached answers are given, even if the token must be looked up again', async () => {
  const caller: Caller = { id: 'a', name: 'a', scope: 'public' };
  const answerCache = new AnswerCache(new SetLive('one'), cacheBudget(1));
  const verifyToken = () => Promise.resolve(caller);
  await fill(PUBLIC_PATH, 'a', await start({}, { answerCache, verifyToken }));
  const full = await start({ maxConcurrentRequests: 0 }, { answerCache, verifyToken });
  for (const [query, expected] of [['', 200], ['?name=b', 503]] as const) {
    const { status } = await get(`${PUBLIC_PATH}${query}`, 'a', { on: full });
    expect(status).toBe(expected);
  }
}); // prettier-ignore

test('the limit of requests counts cached answers, and rejects before parameters are read', async () => {
  const limited = await start({ rateLimitPerSecond: 10 });
  const token = makeToken({ name: 'greedy' });
  setClocksLaterBy(0);
  const answers: PlainAnswer[] = [];
  readings = 0;
  for (let number = 0; number < 13; number += 1) {
    // Ever new query strings, because those read before are cached.
    const path = `${PUBLIC_PATH}?${number % 4 === 3 ? 'name=' : `n=${number}`}`;
    answers.push(await get(path, token, { on: limited, headers: TAGS[number % 2] ?? {} }));
  }
  const count = (status: number): number => answers.filter((each) => each.status === status).length;
  expect([count(429), readings]).toEqual([3, 10]);
  expect([200, 304, 400, 429].map((status) => count(status) > 0)).toEqual([true, true, true, true]);
  for (const { status, headers } of answers) {
    expect(headers['ratelimit-policy']).toBe('"token";q=10;w=1');
    if (status === 429)
      expect(headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store', ratelimit: '"token";r=0;t=1' }); // prettier-ignore
  }
  expect(limited.lines.find(({ status }) => status === 429)).toMatchObject({
    token: 'greedy',
    reason: 'rate_limited',
  });
});

test('the origins of a token apply to cached answers', async () => {
  const allowed = 'https://widget.example';
  const token = makeToken({ origins: [allowed] });
  await fill(PUBLIC_PATH, token);
  const from = (origin: string, tags = {}): Promise<PlainAnswer> =>
    get(PUBLIC_PATH, token, { headers: { Origin: origin, ...tags } });
  expect((await from(allowed)).status).toBe(200);
  for (const other of ['https://other.example', 'null', `${allowed}, ${allowed}`, ''])
    for (const tags of TAGS) {
      const { status, headers, body } = await from(other, tags);
      expect(status).toBe(403);
      // The page may read why.
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers.vary).toContain('Origin');
      expect(body.toString()).toMatch(/"forbidden".*pages of this origin/);
    }
});

const raw = async (lines: readonly string[]): Promise<string> => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1');
  return (await text(socket.setEncoding('latin1')))
    .replace(/^[\s\S]*?\r\n\r\n/, '')
    .replace(/"request_id":"[^"]*"/, '');
};

test.each(['\u00a0', 'a\u00a0', 'é', '#', 'a#b', '%', 'a?b', 'a%'])(
  'the value %j is read the same way from the cache and anew',
  async (value) => {
    const ask = (token: string): Promise<string> =>
      raw([`GET ${PUBLIC_PATH}?name=${value} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`]); // prettier-ignore
    const known = makeToken();
    const answers = [await ask(makeToken()), await ask(known), await ask(known)];
    expect(new Set(answers).size).toBe(1);
  },
);
