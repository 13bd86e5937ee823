import { afterEach, expect, test } from '@jest/globals';
import { errorOf, startApp, type TestServer } from './startApp.js';

let app: TestServer;
afterEach(() => app.stop());

test('both are 200 without a token when all is there', async () => {
  app = await startApp();
  const live = await fetch(`${app.url}/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok', data: { live: true } }]);
  const ready = await fetch(`${app.url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ok', data: { ready: true } },
  ]);
});

test('ready is 503 and says what is missing, live stays 200', async () => {
  const missing = [{ path: 'cities', message: 'Nothing is live. Run it.' }];
  app = await startApp({}, { readiness: () => missing });
  const ready = await fetch(`${app.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('Retry-After')).toBe('1');
  expect(await errorOf(ready)).toMatchObject({ code: 'unavailable', details: missing });
  expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
});
