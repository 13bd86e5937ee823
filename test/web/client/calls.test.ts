import { afterEach, describe, expect, test } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GeographicData,
  RateLimited,
  TimeoutError,
  Unavailable,
} from '../../../web/client/src/index.js';
import { secondsToWait } from '../../../web/client/src/waiting.js';
import {
  type Behaviour,
  type FaultyServer,
  SUCCESS,
  answers,
  cutsOff,
  fails,
  hangsUp,
  isSilent,
  startFaultyServer,
} from './faultyServer.js';

let server: FaultyServer;
afterEach(() => server.stop());

describe('aborts and timeouts', () => {
  /** Longer than the first wait between two attempts. */
  const LONGER_THAN_A_WAIT_MS = 400;

  async function startClient(...behaviours: Behaviour[]): Promise<GeographicData> {
    server = await startFaultyServer(...behaviours);
    return new GeographicData({ url: server.url, token: 'a' });
  }

  const reason = new Error('the person typed on');

  test('what is aborted before is not sent', async () => {
    const client = await startClient();
    const call = client.countries.findAll({}, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(server.seen).toHaveLength(0);
  });

  test.each<[string, Behaviour]>([
    ['while an answer is waited for', isSilent],
    [
      'within an answer',
      (response) => {
        response.writeHead(200).write('{');
      },
    ],
    ['between two attempts', fails(503)],
  ])('aborted %s: rejects with the reason, and sends no more', async (_, behaviour) => {
    const client = await startClient(behaviour);
    const controller = new AbortController();
    const call = client.countries.findAll({}, { signal: controller.signal });
    const settled = expect(call).rejects.toBe(reason);
    while (server.seen.length === 0) await sleep(5);
    await sleep(30);
    controller.abort(reason);
    await settled;
    await sleep(LONGER_THAN_A_WAIT_MS);
    expect(server.seen).toHaveLength(1);
  });

  test.each<[string, Behaviour[]]>([
    ['of one attempt', [isSilent]],
    ['of all attempts', [fails(503), isSilent]],
  ])('the time %s is limited', async (_, behaviours) => {
    const client = await startClient(...behaviours);
    const call = client.countries.findAll({}, { timeoutMs: 350 });
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    await expect(call).rejects.toMatchObject({ timeoutMs: 350 });
    expect(server.seen).toHaveLength(behaviours.length);
  });

  test.each([0, -1, NaN, Infinity])('%d is no time', async (timeoutMs) => {
    const client = await startClient();
    const call = client.countries.findAll({}, { timeoutMs });
    await expect(call).rejects.toThrow(RangeError);
  });

  test('nothing of a call stays with its signal', async () => {
    const client = await startClient(fails(503));
    const { signal } = new AbortController();
    await client.countries.findAll({}, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('retries', () => {
  interface Options {
    retries?: number;
    timeoutMs?: number;
  }

  async function startClient(behaviours: Behaviour[], options: Options = {}) {
    server = await startFaultyServer(...behaviours);
    return new GeographicData({ url: server.url, token: 'a', ...options });
  }

  describe('a failure that passes is not seen', () => {
    test.each<[string, Behaviour]>([
      ['429', fails(429, 'rate_limited')],
      ['502', fails(502)],
      ['503', fails(503)],
      ['504', fails(504)],
      ['503 with a page', answers(503, '<html>')],
      ['no answer', hangsUp],
      ['a part of an answer', cutsOff],
    ])('%s', async (_, behaviour) => {
      const client = await startClient([behaviour, behaviour]);
      const answer = await client.countries.findAll();
      expect(answer).toEqual({ ...SUCCESS, requestId: undefined });
      const targets = server.seen.map(({ target }) => target);
      expect(targets).toEqual(Array(3).fill('/countries/findAll'));
    });

    test('of a write, either', async () => {
      const client = await startClient([fails(503), hangsUp]);
      const members = { id: 'a', season: 7, icon: 1 };
      await client.markers.update(members);
      expect(server.seen).toHaveLength(3);
      for (const { method, headers, body } of server.seen) {
        expect(method).toBe('PUT');
        expect(headers['content-type']).toBe('application/json');
        expect(headers.authorization).toBe('Bearer a');
        expect(JSON.parse(body)).toEqual(members);
      }
    });
  });

  test.each([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'stale_season'],
    [500, 'internal'],
  ])('%d is asked once', async (status, code) => {
    const client = await startClient([fails(status, code)]);
    await expect(client.countries.findAll()).rejects.toMatchObject({ status, code });
    expect(server.seen).toHaveLength(1);
  });

  describe('not for ever', () => {
    const always = Array<Behaviour>(9).fill(fails(503));

    test('as often as the client says', async () => {
      const client = await startClient(always, { retries: 1 });
      await expect(client.countries.findAll()).rejects.toBeInstanceOf(Unavailable);
      expect(server.seen).toHaveLength(2);
    });

    test('as often as the call says', async () => {
      const client = await startClient(always);
      const call = client.countries.findAll({}, { retries: 0 });
      await expect(call).rejects.toBeInstanceOf(Unavailable);
      expect(server.seen).toHaveLength(1);
    });

    test('health is asked for now', async () => {
      const client = await startClient(always);
      await expect(client.health.ready()).rejects.toBeInstanceOf(Unavailable);
      expect(server.seen).toHaveLength(1);
    });

    test('a wait that would outlast the call is not begun', async () => {
      const limited = fails(429, 'rate_limited', { 'Retry-After': '60' });
      const client = await startClient([limited], { timeoutMs: 30_000 });
      const call = client.countries.findAll();
      await expect(call).rejects.toBeInstanceOf(RateLimited);
      await expect(call).rejects.toMatchObject({ retryAfterSeconds: 60 });
      expect(server.seen).toHaveLength(1);
    });
  });

  test('no sooner than the service says', async () => {
    const client = await startClient([fails(503, 'unavailable', { 'Retry-After': '1' })]);
    await client.countries.findAll();
    const [first, second] = server.seen;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test('waits grow', async () => {
    const client = await startClient(Array<Behaviour>(3).fill(fails(503)));
    await client.countries.findAll();
    const at = server.seen.map(({ atMs }) => atMs);
    const waits = at.slice(1).map((time, before) => time - (at[before] ?? NaN));
    // Timers may be a millisecond early.
    for (const [position, leastMs] of [100, 200, 400].entries())
      expect(waits[position]).toBeGreaterThanOrEqual(leastMs - 1);
  });
});

describe('Retry-After', () => {
  const NOW = Date.parse('2026-11-22T12:00:00Z');

  const DATE = 'Sun, 22 Nov 2026 12:00:30 GMT';

  test.each([
    [{}, undefined],
    [{ 'Retry-After': '7' }, 7],
    [{ 'Retry-After': '0' }, 0],
    [{ 'Retry-After': '-5' }, 0],
    [{ 'Retry-After': '' }, undefined],
    [{ 'Retry-After': 'soon' }, undefined],
    [{ 'Retry-After': DATE }, 30],
    [{ 'Retry-After': 'Sun, 22 Nov 2026 11:00:00 GMT' }, 0],
    // By the clock of who answers, however wrong the one here is.
    [{ 'Retry-After': DATE, Date: 'Sun, 22 Nov 2026 12:00:20 GMT' }, 10],
    [{ 'Retry-After': DATE, Date: 'today' }, 30],
  ])('%j', (headers, seconds) => {
    expect(secondsToWait(new Headers(headers), NOW)).toBe(seconds);
  });
});
