import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { httpRejections } from '../../src/observe/metrics.js';
import type { Caller } from '../../src/access/tokens/token.js';
import { AnswerCache } from '../../src/lookups/answerCache.js';
import { cacheBudget } from '../../src/lookups/cache/versionedCache.js';
import { eventually } from '../support/patience.js';
import { SetLive } from '../support/setLive.js';
import { ANSWER_WITHIN_MS } from '../../src/concurrency.js';
import { BATCH_PATH, deadlines, errorOf, gate, HELD, INTERNAL, PUBLIC, startApp, stops, type TestServer, WRITE_PATH } from './startApp.js'; // prettier-ignore

let app: TestServer;
afterEach(async () => {
  jest.restoreAllMocks();
  gate.open();
  await app.stop();
});

/** All requests fall into one second. */
function stopTheClock(): void {
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
}

const get = (path: string, headers: Record<string, string> = PUBLIC): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers });

describe('429', () => {
  test('a token that sends too much must wait, others need not', async () => {
    stopTheClock();
    app = await startApp({ rateLimitPerSecond: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/test/echo?token=a')));
    const accepted = answers.filter(({ status }) => status === 200);
    const left = accepted.map(({ headers }) => headers.get('RateLimit'));
    expect(left.sort()).toEqual([0, 1, 2].map((count) => `"token";r=${count};t=1`));
    const [rejected, ...others] = answers.filter(({ status }) => status === 429);
    expect(others).toHaveLength(6);
    expect(rejected?.headers.get('Retry-After')).toBe('1');
    expect(rejected?.headers.get('RateLimit')).toBe('"token";r=0;t=1');
    expect(rejected && (await errorOf(rejected)).code).toBe('rate_limited');
    const policies = answers.map(({ headers }) => headers.get('RateLimit-Policy'));
    expect(new Set(policies)).toEqual(new Set(['"token";q=3;w=1']));
    expect((await get('/test/echo?token=a', INTERNAL)).status).toBe(200);
  });

  test('a caller that does not wait gets few rejections at once, and others when the second has ended', async () => {
    stopTheClock();
    app = await startApp({ rateLimitPerSecond: 8 });
    const begun = Date.now();
    const answered: { status: number; afterMs: number }[] = [];
    const sending = Array.from({ length: 20 }, async () => {
      const { status } = await get('/test/echo?token=a');
      answered.push({ status, afterMs: Date.now() - begun });
    });
    await Promise.all(sending);
    const statuses = answered.map(({ status }) => status);
    const atOnce = [...Array<number>(8).fill(200), ...Array<number>(10).fill(429)];
    expect(statuses.slice(0, 18).sort()).toEqual(atOnce);
    const delayed = answered.slice(18).filter(({ afterMs }) => afterMs >= 990);
    expect(delayed.map(({ status }) => status)).toEqual([429, 429]);
  });

  const policyOf = async (headers: Record<string, string>): Promise<string | null> =>
    (await get('/test/echo?token=a', headers)).headers.get('RateLimit-Policy');

  test('the limit of a scope goes before that of all', async () => {
    app = await startApp({ rateLimitPerSecond: 3, rateLimitPublicPerSecond: 2 });
    expect(await policyOf(PUBLIC)).toBe('"token";q=2;w=1');
    expect(await policyOf(INTERNAL)).toBe('"token";q=3;w=1');
  });

  test('that of a token goes before both; 0 is no limit', async () => {
    const verifyToken = (text: string): Caller => ({
      id: text,
      name: text,
      scope: 'public',
      requestsPerSecond: Number(text),
    });
    app = await startApp({ rateLimitPerSecond: 3, rateLimitPublicPerSecond: 2 }, { verifyToken });
    expect(await policyOf({ Authorization: 'Bearer 7' })).toBe('"token";q=7;w=1');
    expect(await policyOf({ Authorization: 'Bearer 0' })).toBeNull();
  });
});

describe('a batch counts as one request for each of its elements', () => {
  const post = (count: number, body = JSON.stringify(Array(count).fill({ id: 'a' }))) =>
    fetch(`${app.url}${BATCH_PATH}`, {
      method: 'POST',
      headers: { ...PUBLIC, 'Content-Type': 'application/json' },
      body,
    });
  const leftOf = ({ headers }: Response): string | null => headers.get('RateLimit');

  test('a batch that does not fit is rejected as a whole, and counts as one', async () => {
    stopTheClock();
    app = await startApp({ rateLimitPerSecond: 10 });
    const first = await post(6);
    expect([first.status, leftOf(first)]).toEqual([200, '"token";r=4;t=1']);
    const second = await post(5);
    expect([second.status, leftOf(second)]).toEqual([429, '"token";r=3;t=1']);
    expect(second.headers.get('Retry-After')).toBe('1');
    const { message } = await errorOf(second);
    expect(message).toMatch(/may send 10 requests a second, and this one counts as 5\. Wait/);
    const third = await post(3);
    expect([third.status, leftOf(third)]).toEqual([200, '"token";r=0;t=1']);
    expect((await post(1)).status).toBe(429);
    expect((await get('/test/echo?token=a')).status).toBe(429);
  });

  test('faulty elements count, and a body that is no batch counts as one', async () => {
    let uses = 0;
    stopTheClock();
    app = await startApp({ rateLimitPerSecond: 10 }, { countUse: () => (uses += 1) });
    const faulty = await post(0, '[{},7,{"id":7}]');
    expect([faulty.status, leftOf(faulty)]).toEqual([200, '"token";r=7;t=1']);
    const none = await post(0, '{}');
    expect([none.status, leftOf(none)]).toEqual([400, '"token";r=6;t=1']);
    // The use of a token is counted once for each request.
    expect(uses).toBe(2);
  });
});

test('an overloaded process answers 503 at once, health needs no slot, and it recovers', async () => {
  app = await startApp({ maxConcurrentRequests: 4 });
  const running = [PUBLIC, PUBLIC, INTERNAL, INTERNAL].map((headers) =>
    get('/test/held?token=a', headers),
  );
  await eventually('four are under way', () => gate.waiting === 4);
  const rejected = await get('/test/echo?token=a');
  expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '1']);
  expect((await errorOf(rejected)).message).toContain('overloaded');
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/health/ready')).status).toBe(200);
  gate.open();
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect((await get('/test/echo?token=a')).status).toBe(200);
});

test('while the event loop is late, only cached answers and health are given', async () => {
  const answerCache = new AnswerCache(new SetLive('1'), cacheBudget(1));
  app = await startApp({}, { isLate: () => true, answerCache });
  const rejected = await get('/test/echo?token=a');
  expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '1']);
  for (const path of ['/test/dear?token=cached', '/health/live', '/health/ready'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

test('a lookup counts by its cost, a cached one as one', async () => {
  const answerCache = new AnswerCache(new SetLive('1'), cacheBudget(1));
  stopTheClock();
  app = await startApp({ rateLimitPerSecond: 10 }, { answerCache });
  const limitOf = async (query: string) => {
    const { status, headers } = await get(`/test/dear?${query}`);
    return [status, headers.get('RateLimit')];
  };
  expect(await limitOf('token=a&limit=4')).toEqual([200, '"token";r=6;t=1']);
  expect(await limitOf('token=a&limit=4')).toEqual([200, '"token";r=5;t=1']);
  expect(await limitOf('token=b&limit=6')).toEqual([429, '"token";r=4;t=1']);
  expect(await limitOf('token=cached&limit=9')).toEqual([200, '"token";r=3;t=1']);
  expect(await limitOf('token=c&limit=3')).toEqual([200, '"token";r=0;t=1']);
});

test('a lookup by ids in a body counts like its GET, and shares its cache', async () => {
  const answerCache = new AnswerCache(new SetLive('1'), cacheBudget(1));
  const body = JSON.stringify({ ids: ['a', 'b', 'c', 'd'] });
  const headers = { ...PUBLIC, 'Content-Type': 'application/json' };
  const post = () => fetch(`${app.url}/test/ids`, { method: 'POST', headers, body });
  // In a window of its own, each is the first request.
  const limited = async (rateLimitPerSecond: number, send: () => Promise<Response>) => {
    app = await startApp({ rateLimitPerSecond }, { answerCache });
    const answer = await send();
    const left = answer.headers.get('RateLimit');
    await app.stop();
    return [answer.status, left];
  };
  expect(await limited(3, post)).toEqual([429, '"token";r=2;t=1']);
  expect(await limited(4, post)).toEqual([200, '"token";r=0;t=1']);
  expect(await limited(1, post)).toEqual([200, '"token";r=0;t=1']);
  expect(await limited(1, () => get('/test/ids?ids_of=a,b,c,d'))).toEqual([200, '"token";r=0;t=1']);
  app = await startApp();
});

describe('batches at the same time', () => {
  const postTo = (path: string, token: string, body: unknown) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  // More than a part.
  const post = (token: string) =>
    postTo(BATCH_PATH, token, Array(51).fill({ id: 'a', count: HELD }));
  const verifyToken = (text: string): Caller => ({ id: text, name: text, scope: 'public' });

  test('a token has one, and others wait for 2 s; a process has four', async () => {
    app = await startApp({}, { verifyToken });
    const running = ['a', 'b', 'c', 'd'].map((token) => post(token));
    await eventually('four are under way', () => gate.waiting === 4);
    expect((await post('e')).status).toBe(503);
    expect((await postTo('/test/ids', 'a', { ids: ['a'] })).status).toBe(200);
    const tooEarly = await post('a');
    expect([tooEarly.status, tooEarly.headers.get('Retry-After')]).toEqual([429, '1']);
    expect((await errorOf(tooEarly)).message).toContain('already has a batch');
    const next = post('a');
    gate.open();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await eventually('the next one is under way', () => gate.waiting === 1);
    gate.open();
    expect((await next).status).toBe(200);
  });

  test('one that is read again after a swap keeps its deadline', async () => {
    const answerCache = new AnswerCache(new SetLive('1'), cacheBudget(1));
    app = await startApp({}, { verifyToken, answerCache });
    const begun = deadlines.length;
    const headers = { Authorization: 'Bearer a', 'Content-Type': 'application/json' };
    const body = '[{"id":"swapped","count":50}]';
    const { status } = await fetch(`${app.url}${BATCH_PATH}`, { method: 'POST', headers, body });
    const [first, ...others] = deadlines.slice(begun);
    expect([status, others]).toEqual([200, [first]]);
  });

  test('one whose connection is reset is stopped', async () => {
    app = await startApp({}, { verifyToken });
    const headers = { Authorization: 'Bearer a', 'Content-Type': 'application/json' };
    const leaving = httpRequest(`${app.url}${BATCH_PATH}`, { method: 'POST', headers });
    const before = stops.length;
    leaving.on('error', () => undefined).end('[{"id":"a","count":2000}]');
    await eventually('the batch has begun', () => stops.length > before);
    expect(stops.at(-1)?.aborted).toBe(false);
    leaving.socket?.resetAndDestroy();
    await eventually('the batch is stopped', () => stops.at(-1)?.aborted === true);
  });
});

describe('slow bodies', () => {
  /** Begins writes whose bodies stay unfinished. */
  async function beginWrites(count: number): Promise<ClientRequest[]> {
    let arrived = 0;
    app.server.on('request', () => (arrived += 1));
    const requests = Array.from({ length: count }, () => {
      const request = httpRequest(`${app.url}${WRITE_PATH}`, {
        method: 'PUT',
        headers: { ...INTERNAL, 'Content-Type': 'application/json', 'Content-Length': 10 },
      });
      request.write('{');
      return request;
    });
    await eventually('they have arrived', () => arrived === count);
    return requests;
  }
  const statusOf = async (request: ClientRequest): Promise<number | undefined> => {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  test('take a slot only when they are complete', async () => {
    app = await startApp({ maxConcurrentRequests: 2 });
    const slow = await beginWrites(6);
    expect((await get('/test/echo?token=a')).status).toBe(200);

    const running = [1, 2].map(() => get('/test/held?token=a'));
    await eventually('two are under way', () => gate.waiting === 2);
    const [early, ...later] = slow;
    early?.end('"id":"a"}');
    expect(await (early && statusOf(early))).toBe(503);
    gate.open();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    for (const request of later) {
      request.end('"id":"a"}');
      expect(await statusOf(request)).toBe(200);
    }
    // None was counted twice, or not at all.
    const all = [1, 2, 3].map(() => get('/test/held?token=a'));
    expect((await Promise.race(all)).status).toBe(503);
    await eventually('two are under way', () => gate.waiting === 2);
    gate.open();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 503]);
  });

  test('are rejected when their time is over', async () => {
    const rejections = async () =>
      (await httpRejections.get()).values.find(({ labels }) => labels.reason === 'invalid_request')
        ?.value ?? 0;
    const before = await rejections();
    app = await startApp();
    app.server.requestTimeout = 1_000;
    const [slow] = await beginWrites(1);
    expect(await (slow && statusOf(slow))).toBe(408);
    while (app.lines.length === 0) await sleep(10);
    expect(app.lines).toMatchObject([{ status: 408, reason: 'invalid_request' }]);
    expect(await rejections()).toBe(before + 1);
  });

  test('have 10 s, and a connection without a byte is closed after 30 s', async () => {
    app = await startApp();
    expect([app.server.requestTimeout, app.server.timeout]).toEqual([10_000, 30_000]);
  });
});

test('503 comes in time, and a later failure does no harm', async () => {
  expect(ANSWER_WITHIN_MS).toBeLessThan(3_000);
  let failLater: (error: Error) => void = () => undefined;
  const verifyToken = (): Promise<never> =>
    new Promise((_, reject) => {
      failLater = reject;
    });
  app = await startApp({}, { verifyToken });
  const answer = await get('/test/echo?token=a');
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
  failLater(new Error('too late'));
  expect((await get('/health/live')).status).toBe(200);
});
