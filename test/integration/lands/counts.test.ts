import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellToParent, getPentagons, gridDisk } from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, createTestClient, startApi } from '../../support/api.js';
import { landGroups } from '../../support/landGroups.js';
import { createWorld, ingestLands, placeIn, type World } from '../ingest/markers/world.js';
import type { Client } from '@elastic/elasticsearch';
import { createSearches } from '../../../src/search/search.js';
import { readQuery } from '../../../src/parameters/query.js';
import { Live } from '../../../src/search/live.js';
import { createEndpoints } from '../../../src/endpoints.js';
import { markerDocument, type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js';

describe('markersCount', () => {
  const CENTRE = '881fb46625fffff';
  const DISK = gridDisk(CENTRE, 10);
  const [ONE = '', OTHER = ''] = gridDisk(CENTRE, 1).filter((land) => land !== CENTRE);

  let own: OwnDocuments;
  let api: Api;
  beforeAll(async () => {
    own = await storeDocuments({ lands: landGroups(DISK) });
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  /** The counts that are not 0, by both lookups. */
  async function counts(): Promise<Record<string, number>> {
    const byLocation = await api.get<Land[]>('/lands/findByLocation', { land_id: CENTRE, k: 10 });
    const byIds = await api.get<Land[]>('/lands/findByIds', { land_ids: DISK.join() });
    const [located, identified] = [byLocation, byIds].map(({ body }) => {
      expect(body.data).toHaveLength(DISK.length);
      const some = body.data.filter((land) => land.markers_count !== 0);
      return Object.fromEntries(some.map((land) => [land.id, land.markers_count]));
    });
    expect(located).toEqual(identified);
    return located ?? {};
  }

  test('is that of the markers now, after every change of them', async () => {
    expect(await counts()).toEqual({});
    await own.addMarkers([
      markerDocument('a', ONE),
      markerDocument('b', ONE),
      markerDocument('c', OTHER),
    ]);
    expect(await counts()).toEqual({ [ONE]: 2, [OTHER]: 1 });
    // A marker that moves, one that stays, a new one.
    await own.addMarkers([
      markerDocument('a', OTHER),
      markerDocument('b', ONE),
      markerDocument('d', CENTRE),
    ]);
    expect(await counts()).toEqual({ [ONE]: 1, [OTHER]: 2, [CENTRE]: 1 });
    await own.removeMarkers(['b', 'c']);
    expect(await counts()).toEqual({ [OTHER]: 1, [CENTRE]: 1 });
    await own.addMarkers(
      DISK.flatMap((land) => ['x', 'y'].map((id) => markerDocument(`${id}-${land}`, land))),
    );
    expect(await counts()).toEqual({
      ...Object.fromEntries(DISK.map((land) => [land, 2])),
      [OTHER]: 3,
      [CENTRE]: 3,
    });
  });

  test('without the markers there is no answer rather than a wrong one', async () => {
    const lone = await storeDocuments({ lands: landGroups([CENTRE]) });
    const loneApi = await startApi({ indexPrefix: lone.indexPrefix });
    try {
      expect((await loneApi.get('/lands/findByIds', { land_ids: CENTRE })).status).toBe(200);
      await lone.client.indices.deleteAlias({
        index: `${lone.indexPrefix}-markers-own`,
        name: `${lone.indexPrefix}-markers`,
      });
      for (const query of [
        `/lands/findByIds?land_ids=${CENTRE}`,
        `/lands/findByLocation?land_id=${CENTRE}`,
      ]) {
        const [path = '', search] = query.split('?');
        const { status, body } = await loneApi.get(path, search ?? '');
        expect(status).toBe(503);
        expect(body.error.code).toBe('unavailable');
      }
    } finally {
      await loneApi.stop();
      await lone.remove();
    }
  });
});

describe('markersIngestedAgain', () => {
  const CENTRE = '881fb46625fffff';
  const DISK = gridDisk(CENTRE, 1);
  const [ONE = '', OTHER = ''] = DISK.filter((land) => land !== CENTRE);

  let world: World;
  let api: Api;
  beforeAll(async () => {
    world = createWorld();
    await ingestLands(world, DISK);
    api = await startApi({ indexPrefix: world.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await world.remove();
  });

  /** The counts that are not 0. */
  async function counts(): Promise<Record<string, number>> {
    const { body } = await api.get<Land[]>('/lands/findByLocation', { land_id: CENTRE, k: 1 });
    expect(body.data).toHaveLength(DISK.length);
    const some = body.data.filter((land) => land.markers_count !== 0);
    return Object.fromEntries(some.map((land) => [land.id, land.markers_count]));
  }

  test('markers_count follows markers that are ingested again without the lands', async () => {
    await world.ingestPlaces([placeIn(ONE, 'a'), placeIn(ONE, 'b'), placeIn(OTHER, 'c')]);
    const { index } = await world.ingestMarkers();
    expect(await counts()).toEqual({ [ONE]: 2, [OTHER]: 1 });

    // One that moves to another land, one that stays, one that vanishes, one that is new.
    await world.ingestPlaces([placeIn(OTHER, 'a'), placeIn(ONE, 'b'), placeIn(CENTRE, 'd')]);
    expect(await world.ingestMarkers({ allowShrink: true })).toMatchObject({
      index,
      created: 1,
      updated: 1,
      unchanged: 1,
      removed: 1,
    });
    expect(await counts()).toEqual({ [ONE]: 1, [OTHER]: 1, [CENTRE]: 1 });
  });
});

describe('roundTrips', () => {
  const PARIS = '881fb46625fffff';
  const CENTRES = [...gridDisk(PARIS, 2), ...getPentagons(8)];

  interface Sent {
    index: string;
    body: Record<string, unknown>;
  }

  let own: OwnDocuments;
  let client: Client;
  let answer: (path: string, query: string) => Promise<{ data?: unknown }>;
  const unused = (): Promise<never> => Promise.reject(new Error('nothing is written here'));

  /** The searches of every request to Elasticsearch since a test began to look. */
  let requests: Sent[][] = [];

  beforeAll(async () => {
    own = await storeDocuments({ lands: landGroups(gridDisk(PARIS, 12)) });
    client = createTestClient();
    client.diagnostic.on('request', (_, sent) => {
      requests.push(searchesOf(sent?.meta.request.params.body as string));
    });
    const searches = createSearches(client, 30_000);
    const endpoints = createEndpoints({ ...searches, changeMarker: unused, readLive: unused });
    const { unknown } = new Live(client, own.indexPrefix, []);
    answer = async (path, query) => {
      const endpoint = endpoints.find((one) => one.path === path);
      if (endpoint === undefined) throw new Error(`there is no ${path}`);
      if (endpoint.method !== 'get') throw new Error(`${path} is no lookup`);
      return endpoint.handle(readQuery(query, endpoint.parameters).parameters, unknown);
    };
  });
  afterAll(async () => {
    await client.close();
    await own.remove();
  });

  /** Of the lines of an `_msearch`, every other one is where to search, and the next one for what. */
  function searchesOf(lines: string): Sent[] {
    const parsed = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Sent['body']);
    return parsed.flatMap((body, number) =>
      number % 2 === 1 ? [{ index: String(parsed[number - 1]?.index), body }] : [],
    );
  }

  test.each([
    ['/lands/findByLocation', `land_id=${PARIS}&k=10`, 331],
    ['/lands/findByLocation', `land_id=${PARIS}`, 1],
    ['/lands/findByIds', `land_ids=${gridDisk(PARIS, 12).slice(0, 400).join()}`, 400],
    ['/places/findByLocation', `land_id=${PARIS}&k=10`, 0],
  ])('one request for %s', async (path, query, count) => {
    requests = [];
    const { data } = await answer(path, query);
    expect(data).toHaveLength(count);
    expect(requests).toHaveLength(1);
  });

  test('under load lands and their markers stay together in one request', async () => {
    requests = [];
    const asked = Array.from(
      { length: 200 },
      (_, number) => CENTRES[number % CENTRES.length] ?? '',
    );
    const answers = await Promise.all(
      asked.map(async (land, number) => {
        // Not all in one turn.
        await new Promise((resolve) => setTimeout(resolve, number % 10));
        return answer('/lands/findByLocation', `land_id=${land}&k=${number % 4}`);
      }),
    );
    expect(answers).toHaveLength(200);
    expect(requests.length).toBeLessThan(200);
    let pairs = 0;
    for (const searches of requests) {
      expect(searches.length % 2).toBe(0);
      for (let first = 0; first < searches.length; first += 2) {
        const [lands, markers] = searches.slice(first, first + 2);
        expect(lands?.index).toBe(`${own.indexPrefix}-lands`);
        expect(markers?.index).toBe(`${own.indexPrefix}-markers`);
        const ids = (lands?.body.query as { bool: { filter: [{ ids: { values: string[] } }] } })
          .bool.filter[0].ids.values;
        const { land_id: counted } = (
          markers?.body.query as { bool: { filter: [{ terms: { land_id: string[] } }] } }
        ).bool.filter[0].terms;
        expect([...new Set(counted.map((land) => cellToParent(land, 4)))].sort()).toEqual(
          ids.sort(),
        );
        pairs += 1;
      }
    }
    expect(pairs).toBe(200);
  });
});
