import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import Joi from 'joi';
import { AnswerCache } from '../../src/lookups/answerCache.js';
import { DocumentCache } from '../../src/lookups/cache/documents.js';
import { packName, PrefixCache } from '../../src/lookups/cache/prefixes.js';
import { lookup } from '../../src/lookups/endpoint.js';
import { NearestMarkers } from '../../src/markers/nearest.js';
import { parameterRules } from '../../src/parameters/rules.js';
import { token } from '../../src/parameters/shared.js';
import { cacheBudget, VersionedCache } from '../../src/lookups/cache/versionedCache.js';
import type { Search } from '../../src/search/search.js';
import { SetLive } from '../support/setLive.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 2 ** 20;
const live = new SetLive('one');
/** Sizes are estimates. Without a bound, each test takes several times as much. */
const limitOf = (bytes: number): number => 1.5 * bytes + MEGABYTE;
const PARIS_LAND = '881fb46625fffff';

async function growthOf(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage();
  const held = await work();
  // Memory of buffers is freed after the turn in which they are collected.
  for (let time = 0; time < 2; time += 1) {
    collectGarbage();
    await nextTurn();
  }
  const after = process.memoryUsage();
  expect(held).toBeDefined();
  return after.heapUsed + after.external - before.heapUsed - before.external;
}

test('ever new lookups take no more than the budget of answers', async () => {
  const budget = cacheBudget(4);
  const endpoint = lookup({
    path: '/cities/findByName',
    summary: '',
    description: '',
    parameters: parameterRules({ token }, (query) => query.token),
    data: Joi.any(),
    example: { query: {}, answer: {} },
    reads: [{ resource: 'cities' }],
    handle: (text) => Promise.resolve({ data: text.repeat(text.endsWith('00') ? 200 : 20) }),
  });
  const growth = await growthOf(async () => {
    const cache = new AnswerCache(live, budget);
    for (let number = 0; number < 40_000; number += 1)
      await cache.lookUp(endpoint, `token=${number}`).ask();
    expect(cache.lookUp(endpoint, 'token=39999').reply).toBeDefined();
    expect(cache.lookUp(endpoint, 'token=0').reply).toBeUndefined();
    return cache;
  });
  expect(growth).toBeLessThan(limitOf(budget.answers));
});

/** A text with memory of its own. */
const photo = (id: string): string => Buffer.alloc(500, id).toString();

test('nor do documents', async () => {
  const growth = await growthOf(() => {
    const cache = new DocumentCache(MEGABYTE);
    for (let from = 0; from < 40_000; from += 100) {
      const ids = Array.from({ length: 100 }, (_, at) => `id-${from + at}`);
      cache.put('version', 'places', cache.get('version', 'places', ids), (id) =>
        id.endsWith('0')
          ? null
          : { id, name: `The place ${id}`, photos: [photo(id)], rating: null },
      );
    }
    expect(cache.get('version', 'places', ['id-39999', 'id-0']).missing).toEqual(['id-0']);
    return Promise.resolve(cache);
  });
  expect(growth).toBeLessThan(limitOf(MEGABYTE));
});

test('nor do lists of names', async () => {
  const growth = await growthOf(async () => {
    const cache = new PrefixCache(2 * MEGABYTE);
    const lookup = { limit: 1, language: 'ru', primaryOnly: false, anyName: false, match: 'prefix' } as const; // prettier-ignore
    for (let number = 0; number < 4_000; number += 1) {
      const prefix = `${number + 1_000_000}`;
      const named = Array.from({ length: number % 60 }, (_, at) =>
        packName({ name: Buffer.from(`${prefix} Город ${at}`.repeat(5)).toString() }),
      );
      const version = `version ${number}`;
      await cache.find('cities', { ...lookup, prefix }, version, () => Promise.resolve(named));
    }
    return cache;
  });
  expect(growth).toBeLessThan(limitOf(2 * MEGABYTE));
});

test('nor do markers', async () => {
  const at = (number: number) => ({ latitude: (number % 160) - 80, longitude: number % 358 });
  const growth = await growthOf(async () => {
    const search = ((): Promise<unknown> => {
      const hits = Array.from({ length: 30 }, (_, position) => ({
        _source: { id: photo(`${position}`), land_id: PARIS_LAND, location: [2.35, 48.85] },
      }));
      return Promise.resolve(JSON.parse(JSON.stringify(hits)));
    }) as Search;
    const nearest = new NearestMarkers(search, 2 * MEGABYTE);
    for (let number = 0; number < 1_000; number += 1)
      for (let time = 0; time < 2; time += 1)
        await nearest.find({ point: at(number), radiusMeters: 5_000, season: 7 }, live.now());
    return nearest;
  });
  expect(growth).toBeLessThan(limitOf(2 * MEGABYTE));
});

test('an entry larger than a 64th of the map is not stored, and evicts nothing', () => {
  const cache = new VersionedCache<string>('answers', 80_000);
  cache.set('v', 'small', 'a', 1);
  cache.set('v', 'large', 'b', 1_200);
  expect([cache.get('v', 'small'), cache.get('v', 'large')]).toEqual(['a', undefined]);
});

test.each([0, 1, 64])('%i megabytes are shared out completely', (megabytes) => {
  const bytes = Object.values(cacheBudget(megabytes)).reduce((sum, share) => sum + share, 0);
  expect(bytes).toBe(megabytes * MEGABYTE);
});
