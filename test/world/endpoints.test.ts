import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../src/lookups/answers.js';
import { startApi } from '../support/api.js';
import { BATCHES, ENDPOINTS, isInternal, LOOKUPS, tokenFor, WRITES } from '../support/endpoints.js';
import { untilEnd } from '../support/each.js';

/** Without any data. */
const api = untilEnd(await startApi());
const empty = untilEnd(await startApi({ indexPrefix: 'test-nothing-is-here' }));

test('there are the routes of the specification, and /data', () => {
  const routes = ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort().join(', '); // prettier-ignore
  expect(routes).toBe(
    'get /cities/findByCountries, get /cities/findByIds, get /cities/findByLocation, get /cities/findByName, ' +
      'get /countries/findAll, get /countries/findByIds, get /countries/findByLocation, get /countries/findByName, ' +
      'get /data, get /lands/findByIds, get /lands/findByLocation, get /locate, get /markers/findByRadius, ' +
      'get /places/findByIds, get /places/findByLocation, get /places/findByName, get /search, post /locate, put /markers/remove, put /markers/update',
  );
});

test.each([...LOOKUPS, ...WRITES])('$method $path checks the token before the parameters', async ({ method, path }) => {
  const faulty = 'lat=x&k=x&lang=&land_ids=&place_ids=&country_ids=&city_ids=&token=';
  const call = (token: string | null) =>
    method === 'get' ? api.get(path, faulty, { token }) : api.put(path, {}, { token });
  for (const token of [null, 'unknown', '']) {
    const { status, headers, body } = await call(token);
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  }
  expect((await call('dev-internal')).status).toBe(400);
  const { status, body } = await call('dev-public');
  const expected = isInternal(path) ? [403, 'forbidden'] : [400, 'invalid_request'];
  expect([status, body.error.code]).toEqual(expected);
}); // prettier-ignore

test.each(BATCHES)('POST $path answers its documented example', async ({ path, example }) => {
  const { status, body } = await api.post(path, example.body);
  expect(status).toBe(200);
  expect(body).toEqual({ status: 'ok', ...example.answer });
});

test.each(LOOKUPS)('$path answers its documented example, and HEAD without a body', async (endpoint) => {
  const { path, example } = endpoint;
  const token = tokenFor(endpoint);
  const { status, headers, body } = await api.get(path, example.query, { token });
  expect(status).toBe(200);
  const { data, ...beside } = body as Answer;
  const { data: shown, ...besideShown } = example.answer;
  // An example shows only the start of a long list.
  const start = Array.isArray(shown) ? (data as unknown[]).slice(0, shown.length) : data;
  expect([start, beside]).toEqual([shown, { status: 'ok', ...besideShown }]);
  const head = await api.get(path, example.query, { token, method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, undefined]);
  expect(head.headers.get('content-type')).toBe(headers.get('content-type'));
}); // prettier-ignore

describe('without data', () => {
  test.each([...LOOKUPS, ...WRITES])('$path is 503 and reveals no index', async (endpoint) => {
    const token = tokenFor(endpoint);
    const { status, headers, body } =
      endpoint.method === 'get'
        ? await empty.get(endpoint.path, endpoint.example.query, { token })
        : await empty.put(endpoint.path, endpoint.example.body);
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/index|exception|test-nothing/i);
  });
});
