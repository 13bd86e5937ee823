import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import type { Client } from '@elastic/elasticsearch';
import Joi from 'joi';
import { lookup } from '../../../src/lookups/endpoint.js';
import { parameterRules } from '../../../src/parameters/rules.js';
import { token as tokenParameter } from '../../../src/parameters/shared.js';
import { createSearches } from '../../../src/search/search.js';
import { hashToken, newToken } from '../../../src/access/tokens/token.js';
import { createTokenLookups, createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { startApp } from '../../http/startApp.js';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';

/** Of a request for searches: so much is held. */
const SEARCH_MS = 20;
const GATHER_MS = 25;

let searchesSent = 0;
let tokenRequests = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
const GOOD = newToken();

// A search of a request follows the other, as Elasticsearch is asked to do.
const request = async ({ bulkBody }: { bulkBody: string[] }): Promise<unknown> => {
  const searches = bulkBody.length;
  searchesSent += searches;
  await sleep(SEARCH_MS * searches);
  return { responses: Array(searches).fill({ status: 200, hits: { hits: [] } }) };
};
const client = { transport: { request } } as unknown as Client;
const searches = createSearches(client, 2_000);
const created_at = new Date().toISOString();
const find = createTokenLookups(async (hashes) => {
  tokenRequests += 1;
  await sleep(5);
  return hashes.map((hash) =>
    hash === hashToken(GOOD)
      ? { id: 'good', name: 'good', scope: 'public', created_at }
      : undefined,
  );
}, 2_000);
const route = (path: string, handle: () => Promise<unknown>) =>
  lookup({
    path,
    summary: path,
    description: path,
    parameters: parameterRules({ token: tokenParameter }, (query) => query),
    data: Joi.any(),
    example: { query: { token: 'a' }, answer: { data: [] } },
    handle: async () => ({ data: await handle() }),
  });
const app = await startApp(
  {},
  {
    endpoints: [
      route('/test/search', () => searches.search('index', { size: 1 })),
      route('/test/fuzzy', () => searches.search('index', { size: 1 }, { letters: 40 })),
      route('/test/plain', () => Promise.resolve([])),
    ],
    verifyToken: createTokenVerifier({ find, devTokens: false }),
  },
);
afterAll(async () => {
  agent.destroy();
  await app.stop();
});

const get = (path: string, token = GOOD): Promise<PlainAnswer> =>
  askPlainly(app.url, path, { agent, headers: { Authorization: `Bearer ${token}` } });

const countsOf = (answers: readonly PlainAnswer[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { status = 0 } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
};

test('four times what can be answered: 200 or 503 at once, and health goes on', async () => {
  expect((await get('/test/search?token=a')).status).toBe(200);
  searchesSent = 0;
  const asked: Promise<PlainAnswer>[] = [];
  const health: PlainAnswer[] = [];
  for (let round = 0; round < 100; round += 1) {
    for (let count = 0; count < 40; count += 1) asked.push(get('/test/search?token=a'));
    health.push(await get('/health/live'));
    await sleep(SEARCH_MS);
  }
  const answers = await Promise.all(asked);
  const counts = countsOf(answers);
  expect([...counts.keys()].sort()).toEqual([200, 503]);
  // Whoever is refused has cost Elasticsearch nothing.
  expect(searchesSent).toBe(counts.get(200));
  for (const { status, headers } of answers)
    if (status === 503) expect(headers['retry-after']).toBe('1');
  expect(countsOf(health)).toEqual(new Map([[200, 100]]));
  const after: PlainAnswer[] = [];
  for (let count = 0; count < 10; count += 1) after.push(await get('/test/search?token=a'));
  expect(countsOf(after)).toEqual(new Map([[200, 10]]));
});

test('a flood of searches with typing errors: a light one waits for a few of them', async () => {
  const LIGHT = 20;
  let isOver = false;
  let answered = 0;
  const flood = Array.from({ length: 64 }, async () => {
    while (!isOver) {
      const { status } = await get('/test/fuzzy?token=a');
      if (status === 200) answered += 1;
      else await sleep(SEARCH_MS);
    }
  });
  await sleep(SEARCH_MS);
  const before = answered;
  for (let count = 0; count < LIGHT; count += 1)
    expect((await get('/test/search?token=a')).status).toBe(200);
  const during = answered - before;
  isOver = true;
  await Promise.all(flood);
  expect(during).toBeGreaterThan(0);
  expect(during).toBeLessThan(10 * LIGHT);
});

test('2,000 guessed tokens are looked up together, and a good client is always answered', async () => {
  expect((await get('/test/plain?token=a')).status).toBe(200);
  tokenRequests = 0;
  const begun = performance.now();
  const good: Promise<PlainAnswer>[] = [];
  const guesses: Promise<PlainAnswer>[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let count = 0; count < 50; count += 1)
      guesses.push(get('/test/plain?token=a', `geo_${randomBytes(32).toString('hex')}`));
    good.push(get('/test/plain?token=a'));
    await sleep(5);
  }
  const counts = countsOf(await Promise.all(guesses));
  const elapsedMs = performance.now() - begun;
  expect(countsOf(await Promise.all(good))).toEqual(new Map([[200, 40]]));
  expect([...counts.keys()].filter((status) => status !== 401 && status !== 503)).toEqual([]);
  // Besides the good one's own, which are looked up again now and then.
  expect(tokenRequests).toBeLessThanOrEqual(2 + (2 * elapsedMs) / GATHER_MS);
  expect(tokenRequests).toBeLessThan(1_000);
});

test('1,000 connections that send a request by single bytes take nothing from others', async () => {
  const { hostname, port } = new URL(app.url);
  const sockets: Socket[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write('GET /test/plain?token=a HTTP/1.1\r\nHos');
    sockets.push(socket);
  }
  const dripping = setInterval(() => {
    for (const socket of sockets) socket.write('t');
  }, 100);
  const answers: PlainAnswer[] = [];
  for (let count = 0; count < 100; count += 1) answers.push(await get('/test/plain?token=a'));
  clearInterval(dripping);
  for (const socket of sockets) socket.destroy();
  expect(countsOf(answers)).toEqual(new Map([[200, 100]]));
});
