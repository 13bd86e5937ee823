import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { FaultDetail } from '../../../src/errors.js';
import { errorOf, startApp, type StartedApp } from './startApp.js';

let app: StartedApp;
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
  app = await startApp({}, { readiness: () => Promise.resolve(missing) });
  const ready = await fetch(`${app.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('Retry-After')).toBe('1');
  expect(await errorOf(ready)).toMatchObject({ code: 'unavailable', details: missing });
  expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
});

test('a check that fails is no 200', async () => {
  app = await startApp({}, { readiness: () => Promise.reject(new Error('boom')) });
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(500);
});

test('however many ask, it is checked once a second at most', async () => {
  let checks = 0;
  const missing: FaultDetail[] = [];
  const readiness = async (): Promise<FaultDetail[]> => {
    checks += 1;
    await sleep(50);
    return [...missing];
  };
  app = await startApp({}, { readiness });
  const ask = async (): Promise<number> => (await fetch(`${app.url}/health/ready`)).status;
  const begun = performance.now();
  const most = (): number => 1 + Math.floor((performance.now() - begun) / 1_000);
  expect(new Set(await Promise.all(Array.from({ length: 100 }, ask)))).toEqual(new Set([200]));
  expect(await ask()).toBe(200);
  expect(checks).toBeLessThanOrEqual(most());
  missing.push({ path: 'cities', message: 'Nothing is live.' });
  await sleep(1_100);
  expect([await ask(), await ask()]).toEqual([503, 503]);
  expect(checks).toBeGreaterThan(1);
  expect(checks).toBeLessThanOrEqual(most());
});
