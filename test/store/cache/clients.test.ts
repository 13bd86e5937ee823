import { afterAll, describe, expect, test } from '@jest/globals';
import { LOOKUPS } from '../../support/endpoints.js';
import { startApi } from '../../support/api.js';
import { eventually } from '../../support/patience.js';

const ROUTES = LOOKUPS.map(({ path, example, reads }) => ({
  target: `${path}?${new URLSearchParams(example.query).toString()}`,
  isCached: reads !== undefined,
}));
const CACHED = ROUTES.filter(({ isCached }) => isCached);
const UNCACHED = ROUTES.filter(({ isCached }) => !isCached);
const HIT = 'geographic-data; hit';
const MISS = 'geographic-data; fwd=miss';

/** Another process that has cached nothing. */
const api = await startApi();
const other = await startApi({ cacheMaxAgeSeconds: 7 });
const uncached = await startApi({ cacheMegabytes: 0 });
afterAll(async () => {
  for (const each of [api, other, uncached]) await each.stop();
});

test('only markers are not cached', () => {
  expect(UNCACHED.map(({ target }) => target.split('?')[0])).toEqual(['/markers/findByRadius']);
});

describe.each(CACHED)('$target', ({ target }) => {
  test('tells clients how long they may use it, and is a hit when it made no search', async () => {
    // The cities of a country are read in the background, after the first request.
    for (let turn = 0; turn < 3; turn += 1) {
      api.searches = 0;
      const { headers } = await api.ask(target);
      expect(headers['cache-control']).toBe('private, max-age=60');
      expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
      if (api.searches === 0) expect(headers['cache-status']).toBe(HIT);
      else expect([HIT, MISS]).toContain(headers['cache-status']);
    }
    await eventually('a hit', async () => (await api.ask(target)).headers['cache-status'] === HIT);
  });

  test.each(['GET', 'HEAD'])('%s with its tag: 304 by every process', async (method) => {
    const { headers, body } = await api.ask(target);
    const etag = headers.etag ?? '';
    for (const from of [api, other, uncached]) {
      const maxAge = from === other ? 7 : 60;
      const tags = [etag, etag.replace('W/', ''), `"other", ${etag}`, '*'].map((each) => ({ 'If-None-Match': each }));
      // `fetch` adds the other headers.
      for (const headers of [...tags, { 'If-None-Match': etag, 'Cache-Control': 'no-cache', Pragma: 'no-cache' }]) {
        const answer = await from.ask(target, { method, headers });
        expect(answer.status).toBe(304);
        expect(answer.body).toHaveLength(0);
        expect(answer.headers).not.toHaveProperty('content-length');
        expect(answer.headers.etag).toBe(etag);
        expect(answer.headers['cache-control']).toBe(`private, max-age=${maxAge}`);
      }
      const answer = await from.ask(target, { method, headers: { 'If-None-Match': '"other"' } });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-length']).toBe(String(body.length));
    }
  }); // prettier-ignore

  test('is never a hit without a cache', async () => {
    uncached.searches = 0;
    expect((await uncached.ask(target)).headers['cache-status']).toBe(MISS);
    expect(uncached.searches).toBeGreaterThan(0);
  });
});

test.each(UNCACHED)('$target must not be stored by clients', async ({ target }) => {
  for (const from of [api, uncached]) {
    const { status, headers } = await from.ask(target, { headers: { 'If-None-Match': '*' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cache-status': MISS });
    expect(headers).not.toHaveProperty('etag');
  }
});

test.each([
  ['/health/live', 200],
  ['/countries/findAll?limit=0', 400],
  ['/nowhere', 404],
])('%s: %i must not be stored by clients', async (target, status) => {
  const answer = await api.ask(target, { headers: { 'If-None-Match': '*' } });
  expect(answer.status).toBe(status);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers).not.toHaveProperty('etag');
  expect(answer.headers).not.toHaveProperty('cache-status');
});
