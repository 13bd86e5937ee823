import { afterEach, expect, test } from '@jest/globals';
import { askPlainly } from '../../support/askPlainly.js';
import { PUBLIC, startApp, type TestServer } from './startApp.js';

let app: TestServer;
afterEach(() => app.stop());

test('one line a request, with neither token nor query', async () => {
  app = await startApp();
  const headers = { ...PUBLIC, 'X-Request-Id': 'mine' };
  await fetch(`${app.url}/test/echo?token=private-words`, { headers });
  await fetch(`${app.url}/nothing?access_token=public-token`, { headers });
  await fetch(`${app.url}/test/echo`, { headers: { Authorization: 'Bearer wrong-token' } });

  expect(app.lines).toHaveLength(3);
  expect(app.lines[0]).toMatchObject({
    level: 30,
    requestId: 'mine',
    method: 'GET',
    path: '/test/echo',
    status: 200,
    client: '127.0.0.1',
    token: 'widget',
    tokenId: 'id-public',
  });
  expect(app.lines[0]?.durationMs).toBeGreaterThanOrEqual(0);
  expect(app.lines.map((line) => line.status)).toEqual([200, 404, 401]);
  const everything = JSON.stringify(app.lines);
  for (const secret of ['private-words', 'public-token', 'wrong-token', 'access_token', 'Bearer']) {
    expect(everything).not.toContain(secret);
  }
});

test('what a caller sends makes no line of its own, and commands nothing to a terminal', async () => {
  app = await startApp({ trustedProxies: 1 });
  const evil = '%0d%0a%7B%22level%22:60%7D%1b%5b2J';
  await askPlainly(app.url, `/${evil}"\\{"level":60}`, {
    headers: { 'X-Request-Id': 'a","level":60', 'X-Forwarded-For': '1.2.3.4"}{"level":60' },
  });
  expect(app.lines).toHaveLength(1);
  expect(app.lines[0]).toMatchObject({
    level: 30,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    path: `/${evil}"\\{"level":60}`,
    client: '1.2.3.4"}{"level":60',
  });
});

test('X-Forwarded-For counts only behind as many proxies as are trusted', async () => {
  const headers = { 'X-Forwarded-For': '10.0.0.1, 10.0.0.2, 10.0.0.3' };
  app = await startApp();
  await fetch(`${app.url}/nothing`, { headers });
  expect(app.lines[0]).toMatchObject({ client: '127.0.0.1' });
  await app.stop();

  app = await startApp({ trustedProxies: 2 });
  await fetch(`${app.url}/nothing`, { headers });
  expect(app.lines[0]).toMatchObject({ client: '10.0.0.2' });
});
