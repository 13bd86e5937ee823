import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEndpoints } from '../../src/endpoints.js';
import { type Api, startApi } from '../support/api.js';

let api: Api;
beforeAll(async () => {
  api = await startApi('test-nothing-is-here');
});
afterAll(() => api.stop());

const endpoints = createEndpoints(() => Promise.resolve([]), 'unused');

test.each(endpoints.map(({ path, example }) => ({ path, example })))(
  '$path says that its data is not there yet',
  async ({ path, example }) => {
    const { status, headers, body } = await api.get(path, example.query);
    expect(status).toBe(503);
    expect(body.error.code).toBe('unavailable');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/index|exception|test-nothing/i);
  },
);
