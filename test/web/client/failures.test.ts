import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { FAILURES } from '../../../src/openapi/failures.js';
import * as client from '../../../web/client/src/index.js';
import { GeographicData } from '../../../web/client/src/index.js';
import { type Api, startApi } from '../../support/api.js';
import { freePort } from '../../support/freePort.js';
import { answers, fails, type FaultyServer, startFaultyServer } from './faultyServer.js';

const QUERY = { token: 'paris', limit: 1 };

/** What a call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('it succeeded');
}

describe('of the service', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const clientOf = (token: string): GeographicData =>
    new GeographicData({ url: api.address, token, retries: 0 });

  test('a token that is none', async () => {
    const error = await failureOf(clientOf('nobody').cities.findByName(QUERY));
    expect(error).toBeInstanceOf(client.Unauthorized);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toBeInstanceOf(client.GeographicDataError);
    expect(error).toMatchObject({
      name: 'Unauthorized',
      status: 401,
      code: 'unauthorized',
      message: expect.stringContaining('access token') as unknown,
      details: [],
      requestId: expect.stringMatching(/^[\w-]{36}$/) as unknown,
      retryAfterSeconds: undefined,
    });
  });

  test('a public token where an internal one is needed', async () => {
    const call = clientOf('dev-public').places.findByIds({ place_ids: ['a'] });
    expect(await failureOf(call)).toBeInstanceOf(client.Forbidden);
  });

  test('every faulty parameter is named, also in the message', async () => {
    const call = clientOf('dev-public').lands.findByLocation({ lat: 91, lng: NaN, k: 11 });
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(client.InvalidRequest);
    const { details, message } = error as client.InvalidRequest;
    expect(details.map(({ path }) => path).sort()).toEqual(['k', 'lat', 'lng']);
    expect(message).toMatch(/^- lat: must be a plain decimal number from -90 to 90/m);
  });

  test('one that only a program can mend has no class of its own', async () => {
    const call = clientOf('dev-internal').markers.remove({ id: 'a'.repeat(20_000) });
    const error = await failureOf(call);
    expect((error as object).constructor).toBe(client.ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status: 413, code: 'payload_too_large' });
  });

  test('what the service does not know is told', async () => {
    const ignored: unknown[] = [];
    const settings = { url: api.address, token: 'dev-public' };
    const { cities } = new GeographicData({
      ...settings,
      onIgnored: (names, path) => ignored.push([names, path]),
    });
    const query = { ...QUERY, primaryOnly: true, 'a, b': 1 };
    await cities.findByName(query);
    expect(ignored).toEqual([[['primaryOnly', 'a, b'], '/cities/findByName']]);
  });
});

const CLASSES: Readonly<Record<string, keyof typeof client>> = {
  invalid_request: 'InvalidRequest',
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  not_found: 'NotFound',
  stale_season: 'StaleSeason',
  rate_limited: 'RateLimited',
  unavailable: 'Unavailable',
};

let server: FaultyServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function askOne(...behaviours: Parameters<typeof startFaultyServer>): Promise<unknown> {
  server = await startFaultyServer(...behaviours);
  const { cities } = new GeographicData({ url: server.url, token: 'a', retries: 0 });
  return failureOf(cities.findByName(QUERY));
}

test.each(FAILURES.map(({ example }) => [example.status, example.code] as const))(
  'every documented failure is told by its class: %d %s',
  async (status, code) => {
    const error = await askOne(fails(status, code, { 'Retry-After': '7', 'X-Request-Id': 'b' }));
    expect((error as object).constructor).toBe(client[CLASSES[code] ?? 'ApiError']);
    expect(error).toMatchObject({ status, code, requestId: 'b', retryAfterSeconds: 7 });
  },
);

describe('of what is not the service', () => {
  test.each([
    [502, '<html>\n  <h1>Bad   Gateway</h1>', '<html> <h1>Bad Gateway</h1>'],
    [200, '<!doctype html>Log in', '<!doctype html>Log in'],
    [200, '', ''],
    [200, 'null', 'null'],
    [404, '[1]', '[1]'],
    [200, '{"status":"error"}', '{"status":"error"}'],
    [500, '{"status":"error","error":{"code":1}}', '{"status":"error","error":{"code":1}}'],
  ])('status %d with %j', async (status, body, beginning) => {
    const error = await askOne(answers(status, body));
    expect(error).toBeInstanceOf(client.UnexpectedAnswer);
    expect(error).toMatchObject({ status, beginning });
    const { message } = error as Error;
    expect(message).toContain(server?.url);
    expect(message).toContain(String(status));
    expect(message).toContain(JSON.stringify(beginning));
  });

  test('a long page is told by its beginning', async () => {
    const error = await askOne(answers(503, 'a'.repeat(100_000)));
    expect((error as Error).message.length).toBeLessThan(500);
  });

  test('nobody there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { cities } = new GeographicData({ url, token: 'a', retries: 0 });
    const error = await failureOf(cities.findByName(QUERY));
    expect(error).toBeInstanceOf(client.NetworkError);
    expect((error as Error).message).toContain(url);
    expect((error as Error).message).toContain('ECONNREFUSED');
    expect((error as Error).cause).toBeDefined();
  });
});

describe('of settings', () => {
  test.each(['', '/', 'localhost:3000', 'geo.example', 'ftp://geo.example'])(
    'the address %j',
    (url) => {
      expect(() => new GeographicData({ url, token: 'a' })).toThrow('absolute address');
    },
  );

  test('a token that no header can hold', () => {
    const make = (): GeographicData => new GeographicData({ url: 'http://a', token: 'secret\n1' });
    expect(make).toThrow('`token` contains characters');
    expect(make).not.toThrow('secret');
  });
});

test('the service may be below a path', async () => {
  server = await startFaultyServer();
  for (const url of [`${server.url}/geo/v1`, new URL(`${server.url}/geo/v1/`)])
    await new GeographicData({ url, token: 'a' }).cities.findByName(QUERY);
  const target = '/geo/v1/cities/findByName?token=paris&limit=1';
  expect(server.seen.map((seen) => seen.target)).toEqual([target, target]);
});
