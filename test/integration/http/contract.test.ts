import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CheckAnswer, loadContract } from './contract.js';
import { PUBLIC, startApp, type TestServer } from './startApp.js';

let app: TestServer;
let check: CheckAnswer;
beforeAll(async () => {
  app = await startApp();
  check = await loadContract(app.url);
});
afterAll(() => app.stop());

test.each([
  ['/test/echo?token=a', PUBLIC, 200],
  ['/test/missing?token=a', PUBLIC, 200],
  ['/test/echo', PUBLIC, 400],
  ['/test/echo?token=a', {}, 401],
  ['/nothing', {}, 404],
  ['/test/fail?token=a', PUBLIC, 500],
  ['/test/away?token=a', PUBLIC, 503],
  ['/health/live', {}, 200],
  ['/health/ready', {}, 200],
])('%s with %o is %d, as documented', async (path, headers, status) => {
  const response = await fetch(`${app.url}${path}`, { headers: headers as Record<string, string> });
  expect(response.status).toBe(status);
  check(path, response, await response.json());
});

test('the check finds what is not as documented', async () => {
  const response = await fetch(`${app.url}/test/missing?token=a`, { headers: PUBLIC });
  const body = (await response.json()) as object;
  expect(() => {
    check('/test/missing', response, { ...body, more: 1 });
  }).toThrow('additional');
  expect(() => {
    check('/test/missing', response, { status: 'ok' });
  }).toThrow('data');
  expect(() => {
    check('/nowhere', response, body);
  }).toThrow('not documented');
});
