import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, type Api, startApi } from '../support/api.js';
import { LOOKUPS, tokenFor, WRITES } from '../support/endpoints.js';

let api: Api;
beforeAll(async () => {
  api = await startApi({ indexPrefix: 'test-nothing-is-here' });
});
afterAll(() => api.stop());

function expectNotIngested({ status, headers, body }: Answer<unknown>): void {
  expect(status).toBe(503);
  expect(body.error.code).toBe('unavailable');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/index|exception|test-nothing/i);
}

test.each(LOOKUPS.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s says that its data is not there yet',
  async (path, endpoint) => {
    const token = tokenFor(endpoint);
    expectNotIngested(await api.get(path, endpoint.example.query, { token }));
  },
);

test.each([...WRITES.map(({ path, example }) => [path, example.body] as const)])(
  '%s says that its data is not there yet',
  async (path, body) => {
    expectNotIngested(await api.put(path, body));
  },
);
