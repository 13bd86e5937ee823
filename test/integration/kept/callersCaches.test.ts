import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOOKUPS } from '../../support/endpoints.js';
import { type KeptApi, startKept } from './startKept.js';

const ROUTES = LOOKUPS.map(({ path, example }) => ({
  path,
  target: `${path}?${new URLSearchParams(example.query).toString()}`,
}));
const isOf =
  (...resources: readonly string[]) =>
  ({ path }: { path: string }): boolean =>
    resources.includes(path.split('/')[1] ?? '');
const FIXED = ROUTES.filter(isOf('countries', 'cities', 'places'));
const LANDS = ROUTES.filter(isOf('lands', 'locate'));
const MARKERS = ROUTES.filter(isOf('markers'));

let api: KeptApi;
/** Another process, with other settings. */
let other: KeptApi;
let keepingNothing: KeptApi;
const apis: KeptApi[] = [];
beforeAll(async () => {
  api = await startKept();
  other = await startKept({ maxAgeSeconds: 7 });
  keepingNothing = await startKept({ keptMegabytes: 0 });
  apis.push(api, other, keepingNothing);
});
afterAll(async () => {
  for (const each of apis) await each.stop();
});

test('these are all routes', () => {
  expect(FIXED.length + LANDS.length + MARKERS.length).toBe(ROUTES.length);
  expect([FIXED.length, LANDS.length, MARKERS.length]).toEqual([10, 3, 1]);
});

/** Twice of each: asked, and kept. */
async function expectKeeping(from: KeptApi, target: string, control: string): Promise<void> {
  for (const turn of ['asked', 'kept']) {
    const { headers } = await from.get(target);
    expect({ turn, control: headers['cache-control'] }).toEqual({ turn, control });
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
  }
}

test.each(FIXED)('$path may be kept for as long as is set', async ({ target }) => {
  for (const [from, seconds] of [[api, 60], [other, 7], [keepingNothing, 60]] as const)
    await expectKeeping(from, target, `private, max-age=${seconds}`);
}); // prettier-ignore

test.each(LANDS)('$path may be kept, and must be asked for each time', async ({ target }) => {
  for (const from of apis) await expectKeeping(from, target, 'private, no-cache');
});

test.each(MARKERS)('$path may not be kept', async ({ target }) => {
  for (const from of apis) {
    for (const turn of [1, 2]) {
      const { headers } = await from.get(target);
      expect({ turn, control: headers['cache-control'] }).toEqual({ turn, control: 'no-store' });
      expect(headers).not.toHaveProperty('etag');
    }
    const { status } = await from.get(target, { headers: { 'If-None-Match': '*' } });
    expect(status).toBe(200);
  }
});

test.each([
  ['/health/live', 200],
  ['/health/ready', 200],
  ['/countries/findAll?limit=0', 400],
  ['/cities/findByIds', 400],
  ['/nowhere', 404],
])('%s: %i, not to be kept', async (target, status) => {
  // Beside an answer of the same route that may be.
  await api.get('/countries/findAll?limit=1');
  const answer = await api.get(target, { headers: { 'If-None-Match': '*' } });
  expect(answer.status).toBe(status);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers).not.toHaveProperty('etag');
});

describe('Cache-Status', () => {
  const HIT = 'geographic-data; hit';
  const MISS = 'geographic-data; fwd=miss';
  const statusOf = async (from: KeptApi, target: string, etag?: string): Promise<unknown> => {
    const headers = etag === undefined ? {} : { 'If-None-Match': etag };
    return (await from.get(target, { headers })).headers['cache-status'];
  };

  test.each([...FIXED, ...LANDS])('$path is asked, and then kept', async ({ target }) => {
    const fresh = await startKept();
    try {
      // A cell is looked at from the second time on.
      for (let turn = 0; turn < 3; turn += 1) {
        fresh.searches = 0;
        const status = await statusOf(fresh, target);
        expect({ turn, status }).toEqual({ turn, status: fresh.searches > 0 ? MISS : HIT });
        if (turn === 0) expect(status).toBe(MISS);
      }
      expect(await statusOf(fresh, target)).toBe(HIT);
    } finally {
      await fresh.stop();
    }
  });

  test.each([...FIXED, ...LANDS])('$path is always asked where nothing is kept', async ({ target }) => {
    const { headers } = await keepingNothing.get(target);
    for (const etag of [undefined, headers.etag])
      expect(await statusOf(keepingNothing, target, etag)).toBe(MISS);
  }); // prettier-ignore

  test.each(MARKERS)('$path is always asked', async ({ target }) => {
    for (const from of apis) expect(await statusOf(from, target)).toBe(MISS);
  });

  test('what the caller has is told to be still so without asking', async () => {
    const target = '/countries/findAll?limit=3&lang=de';
    const { headers } = await api.get(target);
    const fresh = await startKept();
    try {
      expect(await statusOf(fresh, target, headers.etag)).toBe(HIT);
    } finally {
      await fresh.stop();
    }
  });

  test('is not on failures', async () => {
    for (const target of ['/countries/findAll?limit=0', '/nowhere'])
      expect(await statusOf(api, target)).toBeUndefined();
  });
});

/** Here one answer is that of many places, and its tag that of its content. */
const OF_CONTENT = /^\/(?:countries|cities)\/findByLocation/;

describe.each([...FIXED, ...LANDS])('what callers have of $path', ({ target }) => {
  test('is told to be still so without a search where its tag tells it, also by a process that knows nothing yet', async () => {
    const { headers, body } = await api.get(target);
    const etag = headers.etag ?? '';
    const fresh = await startKept();
    try {
      for (const [from, method] of [[api, 'GET'], [fresh, 'GET'], [fresh, 'HEAD']] as const) {
        from.searches = 0;
        const answer = await from.get(target, { method, headers: { 'If-None-Match': etag } });
        expect(answer.status).toBe(304);
        expect(answer.body).toHaveLength(0);
        expect(answer.headers.etag).toBe(etag);
        expect(answer.headers['cache-control']).toBe(headers['cache-control']);
        // At a place a process that knows nothing yet must find out which answer it is.
        if (from === api || !OF_CONTENT.test(target)) expect(from.searches).toBe(0);
      }
      // The answer itself has the same tag there, and the same bytes.
      const again = await fresh.get(target);
      expect(again.headers.etag).toBe(etag);
      expect(again.body.equals(body)).toBe(true);
      if (!OF_CONTENT.test(target)) expect(fresh.searches).toBeGreaterThan(0);
    } finally {
      await fresh.stop();
    }
  });

  test('is told to be still so by one that keeps nothing, too', async () => {
    const { headers } = await keepingNothing.get(target);
    keepingNothing.searches = 0;
    const asked = { headers: { 'If-None-Match': headers.etag ?? '' } };
    const { status, body } = await keepingNothing.get(target, asked);
    expect(status).toBe(304);
    expect(body).toHaveLength(0);
    expect(keepingNothing.searches).toBeGreaterThan(0);
  });
}); // prettier-ignore
