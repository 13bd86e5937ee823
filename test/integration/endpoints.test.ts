import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, startApi } from '../support/api.js';
import { BATCHES, ENDPOINTS, isInternal, LOOKUPS, tokenFor, WRITES } from '../support/endpoints.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('there are the routes of the specification, and the one that tells of the data', () => {
  expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'get /cities/findByCountries',
    'get /cities/findByIds',
    'get /cities/findByLocation',
    'get /cities/findByName',
    'get /countries/findAll',
    'get /countries/findByIds',
    'get /countries/findByLocation',
    'get /countries/findByName',
    'get /data',
    'get /lands/findByIds',
    'get /lands/findByLocation',
    'get /locate',
    'get /markers/findByRadius',
    'get /places/findByIds',
    'get /places/findByLocation',
    'post /locate',
    'put /markers/remove',
    'put /markers/update',
  ]);
});

describe.each([...LOOKUPS, ...WRITES].map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (path, { method }) => {
    const call = (token: string | null, query = '') =>
      method === 'get' ? api.get(path, query, { token }) : api.put(path, {}, { token });

    test.each([null, 'unknown', ''])(
      'refuses the token %j before looking at parameters',
      async (token) => {
        const { status, headers, body } = await call(token, 'lang=&limit=&lat=x');
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('Bearer');
        expect(body.error.code).toBe('unauthorized');
        expect(Object.keys(body)).toEqual(['status', 'error']);
      },
    );

    test('takes internal tokens, and public ones unless it is restricted', async () => {
      // Where the token is accepted, the parameters are judged next.
      const faulty = 'lat=x&k=x&lang=&land_ids=&place_ids=&country_ids=&city_ids=&token=';
      expect((await call('dev-internal', faulty)).status).toBe(400);
      const { status, body } = await call('dev-public', faulty);
      expect(status).toBe(isInternal(path) ? 403 : 400);
      expect(body.error.code).toBe(isInternal(path) ? 'forbidden' : 'invalid_request');
    });
  },
);

test.each(BATCHES)('POST $path answers its documented example as documented', async (batch) => {
  const { status, body } = await api.post(batch.path, batch.example.body);
  expect(status).toBe(200);
  expect(body).toEqual({ status: 'ok', ...batch.example.answer });
});

describe.each(LOOKUPS.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (path, endpoint) => {
    const { example } = endpoint;
    const token = tokenFor(endpoint);

    test('answers its documented example as documented', async () => {
      const { status, body } = await api.get(path, example.query, { token });
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'ok', ...example.answer });
    });

    test('answers HEAD as GET, without a body', async () => {
      const get = await api.get(path, example.query, { token });
      const head = await api.get(path, example.query, { token, method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.body).toBeUndefined();
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      const bad = await api.get(path, 'lat=x&lang=&land_ids=', { token, method: 'HEAD' });
      expect(bad.status).toBe(400);
    });
  },
);
