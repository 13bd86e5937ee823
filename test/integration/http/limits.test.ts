import { afterEach, describe, expect, test } from '@jest/globals';
import { errorOf, INTERNAL, PUBLIC, startApp, type StartedApp } from './startApp.js';

let app: StartedApp;
afterEach(() => app.stop());

const get = (path: string, headers: Record<string, string> = PUBLIC): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers });

describe('429 rate_limited', () => {
  test('a token that sends too much waits, others do not', async () => {
    app = await startApp({ rateLimitPerSecond: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/test/echo?token=a')));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(3).fill(200),
      ...Array<number>(7).fill(429),
    ]);
    const refused = answers.find(({ status }) => status === 429);
    if (refused === undefined) throw new Error('none was refused');
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect((await errorOf(refused)).code).toBe('rate_limited');
    expect((await get('/test/echo?token=a', INTERNAL)).status).toBe(200);

    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await get('/test/echo?token=a')).status).toBe(200);
  });

  test('there is none unless it is set', async () => {
    app = await startApp();
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/test/echo?token=a')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('503 of an overloaded process', () => {
  test('what is too much is refused at once, health is not, and it recovers', async () => {
    app = await startApp({ maxConcurrentRequests: 4 });
    const running = Array.from({ length: 4 }, () => get('/test/slow?token=a&limit=600'));
    await new Promise((resolve) => setTimeout(resolve, 200));

    const start = performance.now();
    const refused = await get('/test/echo?token=a');
    expect(performance.now() - start).toBeLessThan(300);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect((await errorOf(refused)).message).toContain('overloaded');
    expect((await get('/health/live')).status).toBe(200);

    const statuses = (await Promise.all(running)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await get('/test/echo?token=a')).status).toBe(200);
  });
});

describe('503 of what takes too long', () => {
  test('comes within 3 s, and what comes of it later does no harm', async () => {
    let failLater: (error: Error) => void = () => undefined;
    const verifyToken = (): Promise<never> =>
      new Promise((_, reject) => {
        failLater = reject;
      });
    const readiness = (): Promise<never> => new Promise(() => undefined);
    app = await startApp({}, { verifyToken, readiness });
    const start = performance.now();
    const answers = await Promise.all(
      ['/test/echo?token=a', '/health/ready'].map((path) => get(path)),
    );
    expect(performance.now() - start).toBeLessThan(3_000);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('1');
    }
    failLater(new Error('too late'));
    expect((await get('/health/live')).status).toBe(200);
  });
});
