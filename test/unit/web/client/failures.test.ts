import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { getEventListeners, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../../../src/server/server.js';
import { FAILURES } from '../../../../src/openapi/failures.js';
import { secondsToWait } from '../../../../web/client/src/answers.js';
import * as client from '../../../../web/client/src/index.js';
import { GeographicData, type Settings } from '../../../../web/client/src/index.js';
import { fakeTimers } from '../../../support/each.js';

type Answer = (request: RequestInit) => Promise<Response>;

const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, headers }));
  };
const fails = (status: number, code = 'unavailable', headers?: Record<string, string>): Answer =>
  answers(status, { status: 'error', error: { code, message: 'No.' } }, headers);

/** Answers nothing until the request is aborted. */
const isSilent: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
  });

/** Returns a client whose requests are answered in turn, then with success, and what it sends. */
function clientWith(given: readonly Answer[], settings: Partial<Settings> = {}) {
  const sent: { target: URL; request: RequestInit; atMs: number }[] = [];
  const geo = new GeographicData({
    url: 'http://geo.example',
    token: 'a',
    fetch: (target, request) => {
      const answer = given[sent.length] ?? answers(200, { status: 'ok', data: [] });
      sent.push({ target, request, atMs: performance.now() });
      return answer(request);
    },
    ...settings,
  });
  return { geo, sent };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const failureOfOne = (answer: Answer): Promise<unknown> =>
  failureOf(clientWith([answer], { retries: 0 }).geo.countries.findAll());

/** Returns what a call comes to, with its delays skipped. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  const result = call.catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  return result;
}

fakeTimers();

describe('errors', () => {
  const CLASSES: Readonly<Record<string, keyof typeof client>> = {
    invalid_request: 'InvalidRequest',
    unauthorized: 'Unauthorized',
    forbidden: 'Forbidden',
    not_found: 'NotFound',
    stale_season: 'StaleSeason',
    rate_limited: 'RateLimited',
    unavailable: 'Unavailable',
  };

  test.each(Object.values(FAILURES).map(({ example }) => [example.status, example.code] as const))(
    'the documented error %d %s has its class',
    async (status, code) => {
      const headers = { 'Retry-After': '7', 'X-Request-Id': 'b' };
      const error = await failureOfOne(fails(status, code, headers));
      const name = CLASSES[code] ?? 'ApiError';
      expect((error as object).constructor).toBe(client[name]);
      expect(error).toBeInstanceOf(client.ApiError);
      expect(error).toMatchObject({ name, status, code, requestId: 'b', retryAfterSeconds: 7 });
    },
  );

  test.each([
    [502, '<html>\n  <h1>Bad   Gateway</h1>', '<html> <h1>Bad Gateway</h1>'],
    [200, '', ''],
    [200, 'null', 'null'],
    [404, '[1]', '[1]'],
    [200, '{"status":"error"}', '{"status":"error"}'],
    [500, '{"status":"error","error":{"code":1}}', '{"status":"error","error":{"code":1}}'],
    [503, 'a'.repeat(100_000), 'a'.repeat(200)],
  ])(
    'status %d with another body is not from the service (%#)',
    async (status, body, beginning) => {
      const error = await failureOfOne(answers(status, body));
      expect(error).toBeInstanceOf(client.UnexpectedAnswer);
      expect(error).toMatchObject({ status, beginning });
      const said = `http://geo.example answered with status ${status}`;
      expect((error as Error).message).toContain(said);
      expect((error as Error).message).toContain(JSON.stringify(beginning));
    },
  );

  test.each(['', '/', 'localhost:3000', 'geo.example', 'ftp://geo.example'])(
    'the address %j is rejected',
    (url) => {
      expect(() => new GeographicData({ url, token: 'a' })).toThrow('absolute address');
    },
  );

  test('a token that a header cannot contain is rejected without being shown', () => {
    const make = (): GeographicData => new GeographicData({ url: 'http://a', token: 'secret\n1' });
    expect(make).toThrow('`token` contains characters');
    expect(make).not.toThrow('secret');
  });
});

describe('aborts and timeouts', () => {
  const reason = new Error('another key');

  test('a call that is aborted before sends nothing', async () => {
    const { geo, sent } = clientWith([]);
    const call = geo.countries.findAll({}, { signal: AbortSignal.abort(reason) });
    expect(await failureOf(call)).toBe(reason);
    expect(sent).toHaveLength(0);
  });

  test.each<[string, Answer]>([
    ['for an answer', isSilent],
    ['for a retry', fails(503)],
  ])('a call that is aborted while it waits %s rejects with the reason', async (_, answer) => {
    const { geo, sent } = clientWith([answer]);
    const controller = new AbortController();
    const { signal } = controller;
    const failure = failureOf(geo.countries.findAll({}, { signal }));
    await jest.advanceTimersByTimeAsync(50);
    controller.abort(reason);
    expect(await settled(failure)).toBe(reason);
    expect(sent).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each<[string, Answer[]]>([
    ['one attempt', [isSilent]],
    ['all attempts', [fails(503), isSilent]],
  ])('the time of %s is limited', async (_, given) => {
    const { geo, sent } = clientWith(given);
    const error = await settled(geo.countries.findAll({}, { timeoutMs: 350 }));
    expect(error).toBeInstanceOf(client.TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 350 });
    expect(sent).toHaveLength(given.length);
  });

  test.each([0, -1, NaN, Infinity])('the time limit %d is rejected', async (timeoutMs) => {
    const call = clientWith([]).geo.countries.findAll({}, { timeoutMs });
    expect(await failureOf(call)).toBeInstanceOf(RangeError);
  });
});

describe('retries', () => {
  test.each<[string, Answer]>([
    ['429', fails(429, 'rate_limited')],
    ['502', fails(502)],
    ['503', fails(503)],
    ['504', fails(504)],
    ['a page with 503', answers(503, '<html>')],
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
  ])('a lookup succeeds after %s', async (_, answer) => {
    const { geo, sent } = clientWith([answer, answer]);
    const success = { status: 'ok', data: [], requestId: undefined };
    expect(await settled(geo.countries.findAll())).toEqual(success);
    expect(sent).toHaveLength(3);
  });

  test('a write is sent again unchanged', async () => {
    const { geo, sent } = clientWith([fails(503)]);
    const members = { id: 'a', season: 7, icon: 1 };
    await settled(geo.markers.update(members));
    expect(sent).toHaveLength(2);
    for (const { request } of sent) {
      expect(request).toMatchObject({ method: 'PUT', body: JSON.stringify(members) });
      const headers = { 'content-type': 'application/json', authorization: 'Bearer a' };
      expect(Object.fromEntries(request.headers as Headers)).toEqual(headers);
    }
  });

  test.each([400, 401, 403, 404, 409, 500])('%d is not retried', async (status) => {
    const { geo, sent } = clientWith([fails(status, 'x')]);
    expect(await settled(geo.countries.findAll())).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  const always = Array<Answer>(9).fill(fails(503));
  test.each<[string, Partial<Settings>, (geo: GeographicData) => Promise<unknown>, number]>([
    ['a call', {}, (geo) => geo.countries.findAll(), 4],
    ['a client with one retry', { retries: 1 }, (geo) => geo.countries.findAll(), 2],
    ['a call without retries', {}, (geo) => geo.countries.findAll({}, { retries: 0 }), 1],
    ['a health check', {}, (geo) => geo.health.ready(), 1],
  ])('the attempts of %s are limited', async (_, settings, call, attempts) => {
    const { geo, sent } = clientWith(always, settings);
    expect(await settled(call(geo))).toBeInstanceOf(client.Unavailable);
    expect(sent).toHaveLength(attempts);
  });

  test('a delay that would exceed the time of the call fails at once', async () => {
    const limited = fails(429, 'rate_limited', { 'Retry-After': '60' });
    const { geo, sent } = clientWith([limited], { timeoutMs: 30_000 });
    const startMs = performance.now();
    expect(await failureOf(geo.countries.findAll())).toBeInstanceOf(client.RateLimited);
    expect(sent).toHaveLength(1);
    expect(performance.now()).toBe(startMs);
  });

  test('delays grow, are partly random, and are at least Retry-After', async () => {
    const given = [fails(503), fails(503), fails(503, 'unavailable', { 'Retry-After': '5' })];
    const { geo, sent } = clientWith(given);
    await settled(geo.countries.findAll());
    const waits = sent.slice(1).map(({ atMs }, index) => atMs - (sent[index]?.atMs ?? 0));
    for (const [index, [leastMs, mostMs]] of (
      [
        [100, 200],
        [200, 400],
        [5_400, 5_800],
      ] as const
    ).entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(leastMs);
      expect(waits[index]).toBeLessThanOrEqual(mostMs + 1);
    }
  });
});

describe('over the network', () => {
  let server: Server;
  afterEach(async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  });

  async function start(...given: ((response: ServerResponse) => void)[]) {
    jest.useRealTimers();
    const targets: (string | undefined)[] = [];
    server = createServer(({ url }, response) => {
      targets.push(url);
      const answer = given.shift();
      if (answer === undefined) response.end('{"status":"ok","data":[]}');
      else answer(response);
    });
    return { targets, url: await listen(server, 0, '127.0.0.1') };
  }

  test('a lost connection is retried, also below a path', async () => {
    const { targets, url } = await start(
      (response) => response.socket?.destroy(),
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"status":"ok",', () => response.socket?.destroy());
      },
    );
    const { cities } = new GeographicData({ url: `${url}/geo/v1`, token: 'a' });
    await cities.findByName({ token: 'paris', limit: 1 });
    const target = '/geo/v1/cities/findByName?token=paris&limit=1';
    expect(targets).toEqual([target, target, target]);
  });

  test('a server that does not run is a NetworkError with its reason', async () => {
    const { url } = await start();
    await once(server.close(), 'close');
    const { countries } = new GeographicData({ url: new URL(url), token: 'a', retries: 0 });
    const error = await failureOf(countries.findAll());
    expect(error).toBeInstanceOf(client.NetworkError);
    expect((error as Error).message).toContain(`${url} did not answer: `);
    expect((error as Error).message).toContain('ECONNREFUSED');
    expect((error as Error).cause).toBeDefined();
  });
});

describe('Retry-After', () => {
  const DATE = 'Sun, 22 Nov 2026 12:00:30 GMT';

  test.each([
    [{}, undefined],
    [{ 'Retry-After': '7' }, 7],
    [{ 'Retry-After': '-5' }, 0],
    [{ 'Retry-After': '' }, undefined],
    [{ 'Retry-After': 'soon' }, undefined],
    [{ 'Retry-After': DATE }, 30],
    [{ 'Retry-After': 'Sun, 22 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'Retry-After': DATE, Date: 'Sun, 22 Nov 2026 12:00:20 GMT' }, 10],
    [{ 'Retry-After': DATE, Date: 'today' }, 30],
  ])('%j', (headers, seconds) => {
    jest.setSystemTime(Date.parse('2026-11-22T12:00:00Z'));
    expect(secondsToWait(new Headers(headers))).toBe(seconds);
  });
});
