import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { GENERATIONS } from '../../../indices/resources.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { eventually } from '../../support/patience.js';
import { type Generations, makeGenerations } from '../cache/generations.js';

interface Data {
  resource: string;
  live: {
    generation: string;
    since: string | null;
    version: string | null;
    documents: number;
    rows: number | null;
    sources: Record<string, unknown>[];
  } | null;
  languages?: Record<string, number>;
  rejects: number | null;
}

const NAMES = GENERATIONS.map(({ resource }) => resource);

async function dataOf(api: Api): Promise<Map<string, Data>> {
  const { status, body } = await api.get<Data[]>('/data');
  expect(status).toBe(200);
  expect(body.data.map(({ resource }) => resource)).toEqual(NAMES);
  return new Map(body.data.map((each) => [each.resource, each]));
}

describe('the built-in data', () => {
  const client = createTestClient();
  let api: Api;
  let data: Map<string, Data>;
  beforeAll(async () => {
    api = await startApi();
    data = await dataOf(api);
  });
  afterAll(async () => {
    await api.stop();
    await client.close();
  });

  test.each(NAMES)('%s: the live generation, its age and its sources', async (resource) => {
    const alias = liveAlias(builtInPrefix(), resource);
    const [index = ''] = Object.keys(await client.indices.getAlias({ name: alias }));
    const { count } = await client.count({ index });
    const { live, rejects } = data.get(resource) ?? {};
    expect(live).toMatchObject({
      ...{ generation: index, documents: count },
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(live?.rows).toBeGreaterThanOrEqual(count);
    expect(rejects).toBeGreaterThanOrEqual(0);
    expect(live?.sources.length).toBeGreaterThan(0);
    for (const source of live?.sources ?? []) {
      const names = 'name' in source ? ['name', 'bytes', 'sha256', 'built_in'] : ['generation'];
      expect(Object.keys(source)).toEqual(names);
    }
  });

  test('the share of names in each language: all of the countries, a part of the cities', async () => {
    const all = Object.fromEntries(LANGUAGES.map((language) => [language, 1]));
    expect(data.get('countries')?.languages).toEqual(all);
    const { live, languages = {} } = data.get('cities') ?? {};
    expect(Object.keys(languages).sort()).toEqual([...LANGUAGES].sort());
    const exists = { query: { exists: { field: 'names.fr' } } };
    const { count } = await client.count({ index: live?.generation ?? '', ...exists });
    expect(languages.fr).toBeCloseTo(count / (live?.documents ?? 1), 3);
    for (const resource of ['lands', 'places', 'markers'])
      expect(data.get(resource)).not.toHaveProperty('languages');
  });

  test('is read once, and then answered from the cache', async () => {
    const cached = await startApi();
    const uncached = await startApi({ cacheMegabytes: 0 });
    try {
      const first = await cached.ask('/data');
      expect(first.headers).toMatchObject({
        'cache-status': 'geographic-data; fwd=miss',
        'cache-control': 'private, max-age=60',
      });
      let again = first;
      await eventually('a hit', async () => {
        cached.searches = 0;
        again = await cached.ask('/data');
        return again.headers['cache-status'] === 'geographic-data; hit';
      });
      expect(again.body.equals(first.body)).toBe(true);
      const headers = { 'If-None-Match': first.headers.etag ?? '' };
      expect((await cached.ask('/data', { headers })).status).toBe(304);
      expect(cached.searches).toBe(0);
      expect(await dataOf(uncached)).toEqual(data);
    } finally {
      await cached.stop();
      await uncached.stop();
    }
  });
});

test('before anything is ingested nothing is live', async () => {
  const api = await startApi({ indexPrefix: 'test-nothing-is-here' });
  try {
    for (const [resource, data] of await dataOf(api))
      expect(data).toEqual({ resource, live: null, rejects: null });
  } finally {
    await api.stop();
  }
});

describe('data that changes', () => {
  let generations: Generations;
  let api: Api;
  beforeEach(async () => {
    generations = await makeGenerations();
    api = await startApi({ indexPrefix: generations.indexPrefix });
  });
  afterEach(async () => {
    await api.stop();
    await generations.remove();
  });

  const generationOf = (data: Map<string, Data>, resource: string): string =>
    data.get(resource)?.live?.generation.at(-1) ?? '';

  test('the new generations are shown after a swap, without a provenance if they have none', async () => {
    for (const to of ['B', 'A'] as const) {
      await generations.swapTo(to);
      const data = await dataOf(api);
      for (const resource of NAMES) expect(generationOf(data, resource)).toBe(to.toLowerCase());
      expect(data.get('markers')?.live?.documents).toBe(to === 'A' ? 1 : 2);
      const { live, rejects } = data.get('places') ?? {};
      expect({ ...live, rejects }).toMatchObject({ since: null, version: null, rows: null, rejects: null, sources: [] }); // prettier-ignore
    }
  });

  test('a generation that was made again under the same name is read again', async () => {
    await dataOf(api);
    await generations.remake('A');
    await generations.swapTo('A');
    expect((await dataOf(api)).get('countries')?.live?.documents).toBe(1);
  });

  test.each(['closed', 'deleted'])('a resource whose index is %s spoils no other', async (how) => {
    const index = `${liveAlias(generations.indexPrefix, 'places')}-a`;
    await dataOf(api);
    if (how === 'closed') await generations.client.indices.close({ index });
    else await generations.client.indices.delete({ index });
    const data = await dataOf(api);
    expect(data.get('places')).toEqual({ resource: 'places', live: null, rejects: null });
    expect(generationOf(data, 'cities')).toBe('a');
  });

  test('a generation that was deleted before a poll notices is not shown', async () => {
    await generations.swapTo('B');
    const other = await startApi({ indexPrefix: generations.indexPrefix });
    try {
      const index = `${liveAlias(generations.indexPrefix, 'lands')}-b`;
      await generations.client.indices.delete({ index });
      const data = await dataOf(other);
      expect(data.get('lands')?.live).toBeNull();
      expect(data.get('cities')?.live).not.toBeNull();
    } finally {
      await other.stop();
    }
  });
});
