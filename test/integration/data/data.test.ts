import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { RESOURCES } from '../../../src/endpoints.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
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

const NAMES = RESOURCES.map(({ resource }) => resource);

async function dataOf(api: Api): Promise<Map<string, Data>> {
  const { status, body } = await api.get<Data[]>('/data');
  expect(status).toBe(200);
  expect(body.data.map(({ resource }) => resource)).toEqual(NAMES);
  return new Map(body.data.map((each) => [each.resource, each]));
}

describe('of the built-in data', () => {
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

  test.each(NAMES)('%s: what is live, since when, and of what it was made', async (resource) => {
    const alias = liveAlias(builtInPrefix(), resource);
    const [index = ''] = Object.keys(await client.indices.getAlias({ name: alias }));
    const { count } = await client.count({ index });
    const { live, rejects } = data.get(resource) ?? {};
    expect(live).toMatchObject({ generation: index, documents: count });
    expect(live?.since).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(live?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(live?.rows).toBeGreaterThanOrEqual(count);
    expect(rejects).toBeGreaterThanOrEqual(0);
    expect(live?.sources.length).toBeGreaterThan(0);
    for (const source of live?.sources ?? []) {
      const isFile = 'name' in source;
      const names = isFile ? ['name', 'bytes', 'sha256', 'built_in'] : ['generation'];
      expect(Object.keys(source)).toEqual(names);
    }
  });

  test('every country has a name in every language', () => {
    const all = Object.fromEntries(LANGUAGES.map((language) => [language, 1]));
    expect(data.get('countries')?.languages).toEqual(all);
  });

  test('a part of the cities has one', async () => {
    const { live, languages = {} } = data.get('cities') ?? {};
    expect(Object.keys(languages).sort()).toEqual([...LANGUAGES].sort());
    for (const share of Object.values(languages)) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
    }
    const exists = { query: { exists: { field: 'names.fr' } } };
    const { count } = await client.count({ index: live?.generation ?? '', ...exists });
    expect(languages.fr).toBeCloseTo(count / (live?.documents ?? 1), 3);
  });

  test('lands, places and markers have no names in languages', () => {
    for (const resource of ['lands', 'places', 'markers'])
      expect(data.get(resource)).not.toHaveProperty('languages');
  });

  test('a public token suffices, and one is needed', async () => {
    expect((await api.get('/data', {}, { token: 'dev-internal' })).status).toBe(200);
    expect((await api.get('/data', {}, { token: null })).status).toBe(401);
  });

  test('it is asked once, and then kept', async () => {
    const kept = await startApi();
    try {
      const first = await kept.ask('/data');
      expect(first.headers['cache-status']).toBe('geographic-data; fwd=miss');
      expect(first.headers['cache-control']).toBe('private, no-cache');
      kept.searches = 0;
      const again = await kept.ask('/data');
      expect(again.headers['cache-status']).toBe('geographic-data; hit');
      expect(again.body.equals(first.body)).toBe(true);
      const has = { 'If-None-Match': first.headers.etag ?? '' };
      expect((await kept.ask('/data', { headers: has })).status).toBe(304);
      expect(kept.searches).toBe(0);
    } finally {
      await kept.stop();
    }
  });

  test('it is the same where nothing is kept', async () => {
    const asking = await startApi({ cacheMegabytes: 0 });
    try {
      expect(await dataOf(asking)).toEqual(data);
    } finally {
      await asking.stop();
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

describe('of data that changes', () => {
  let generations: Generations;
  let api: Api;
  beforeAll(async () => {
    generations = await makeGenerations();
    api = await startApi({ indexPrefix: generations.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await generations.remove();
  });

  const generationOf = (data: Map<string, Data>, resource: string): string =>
    data.get(resource)?.live?.generation.at(-1) ?? '';

  test('after a swap it tells of the new generation', async () => {
    for (const to of ['B', 'A'] as const) {
      await generations.swapTo(to);
      const data = await dataOf(api);
      for (const resource of NAMES) expect(generationOf(data, resource)).toBe(to.toLowerCase());
      expect(data.get('markers')?.live?.documents).toBe(to === 'A' ? 1 : 2);
    }
  });

  test('what a generation does not remember is null', async () => {
    const { live, rejects } = (await dataOf(api)).get('places') ?? {};
    expect({ ...live, rejects }).toMatchObject({ since: null, version: null, rows: null, rejects: null, sources: [] }); // prettier-ignore
  });

  test('one that is made anew under the same name is told of as it is now', async () => {
    await dataOf(api);
    await generations.remake('A');
    await generations.swapTo('A');
    expect((await dataOf(api)).get('countries')?.live?.documents).toBe(1);
  });

  test.each(['closed', 'deleted'])('a resource whose index is %s takes no other along', async (how) => {
    const index = `${liveAlias(generations.indexPrefix, 'places')}-a`;
    await dataOf(api);
    if (how === 'closed') await generations.client.indices.close({ index });
    else await generations.client.indices.delete({ index });
    try {
      const data = await dataOf(api);
      expect(data.get('places')).toEqual({ resource: 'places', live: null, rejects: null });
      expect(generationOf(data, 'cities')).toBe('a');
    } finally {
      if (how === 'closed') await generations.client.indices.open({ index });
    }
  }); // prettier-ignore

  test('one that was deleted a moment ago, before that is known, is not told of', async () => {
    await generations.swapTo('B');
    const kept = await startApi({ indexPrefix: generations.indexPrefix });
    try {
      // Nothing was asked yet, and what is live is known.
      await generations.client.indices.delete({
        index: `${liveAlias(generations.indexPrefix, 'lands')}-b`,
      });
      const { status, body } = await kept.ask('/data');
      expect(status).toBe(200);
      const { data } = JSON.parse(body.toString()) as { data: Data[] };
      expect(data.find(({ resource }) => resource === 'lands')?.live).toBeNull();
      expect(data.find(({ resource }) => resource === 'cities')?.live).not.toBeNull();
    } finally {
      await kept.stop();
    }
  });
});
