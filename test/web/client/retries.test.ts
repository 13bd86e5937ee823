import { afterEach, describe, expect, test } from '@jest/globals';
import { GeographicData, RateLimited, Unavailable } from '../../../web/client/src/index.js';
import {
  answers,
  type Behaviour,
  cutsOff,
  fails,
  type FaultyServer,
  hangsUp,
  startFaultyServer,
  SUCCESS,
} from './faultyServer.js';

let server: FaultyServer;
afterEach(() => server.stop());

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
