import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createEndpoints } from '../../src/endpoints.js';
import { type Api, startApi } from '../support/api.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const endpoints = createEndpoints(() => Promise.resolve([]), 'unused');

test('there are the eight routes of countries and cities', () => {
  expect(endpoints.map(({ path }) => path).sort()).toEqual([
    '/cities/findByCountries',
    '/cities/findByIds',
    '/cities/findByLocation',
    '/cities/findByName',
    '/countries/findAll',
    '/countries/findByIds',
    '/countries/findByLocation',
    '/countries/findByName',
  ]);
});

describe.each(endpoints.map(({ path, example }) => ({ path, example })))('$path', (endpoint) => {
  const { path, example } = endpoint;

  test('answers its documented example as documented', async () => {
    const { status, body } = await api.get(path, example.query);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', ...example.answer });
  });

  test.each(['dev-public', 'dev-internal'])('takes the token %s', async (token) => {
    expect((await api.get(path, example.query, { token })).status).toBe(200);
  });

  test.each([null, 'unknown', ''])(
    'refuses the token %j before looking at parameters',
    async (token) => {
      for (const query of [example.query, 'lang=&limit=&lat=x']) {
        const { status, headers, body } = await api.get(path, query, { token });
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('Bearer');
        expect(body.error.code).toBe('unauthorized');
        expect(Object.keys(body)).toEqual(['status', 'error']);
      }
    },
  );

  test('answers HEAD as GET, without a body', async () => {
    const get = await api.get(path, example.query);
    const head = await api.get(path, example.query, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toBeUndefined();
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    const bad = await api.get(path, 'lang=', { method: 'HEAD' });
    expect(bad.status).toBe(400);
  });
});
