import { describe, expect, test } from '@jest/globals';
import {
  cellToChildren,
  cellToLatLng,
  getPentagons,
  gridDisk,
  gridDistance,
  latLngToCell,
} from 'h3-js';
import type { RegionDocument } from '../../../indices/regions.js';
import type { Land } from '../../../src/lands/present.js';
import { RESOURCES } from '../../../src/endpoints.js';
import { AllRegions } from '../../../src/lookups/regionNames.js';
import { Live } from '../../../src/search/live.js';
import { createSearches } from '../../../src/search/search.js';
import { createTestClient, startApi } from '../../support/api.js';
import { landGroups, UNKNOWN_SURROUNDINGS } from '../../support/landGroups.js';
import { markerDocument, storeDocuments } from '../../support/ownDocuments.js'; // prettier-ignore
import { ids } from '../../support/records.js';
import { untilEnd } from '../../support/each.js';

const PARIS = '881fb46625fffff';
const UNKNOWN_LAND = '88396238d5fffff';
const NO_LAND = '887c650711fffff';
const PENTAGON = getPentagons(8)[0] ?? '';
/** 2,401 lands side by side. */
const MANY = cellToChildren('843f801ffffffff', 8);
const CENTRES = {
  Paris: PARIS,
  'a pentagon': getPentagons(8)[3] ?? '',
  'near a pentagon': gridDisk(getPentagons(8)[5] ?? '', 3).at(-1) ?? '',
  '180°': latLngToCell(-16.8, 180, 8),
  'the South Pole': latLngToCell(-90, 0, 8),
  'the North Pole': latLngToCell(90, 0, 8),
};
/** Half of its disk is sea. */
const COAST = latLngToCell(43.2, 5.3, 8);
const ASHORE = gridDisk(COAST, 10).filter((land) => cellToLatLng(land)[0] > 43.2);

const IN_FRANCE: RegionDocument = {
  ...{ id: 'FRA_11', country_id: 'FRA', name: 'Île-de-France', names: { el: 'Ιλ-ντε-Φρανς' } },
  ...{ aliases: [], location: [2.35, 48.86], prominence: 8 },
  bounds: { south: 48, west: 1, north: 49, east: 4 },
};

const everywhere = Object.values(CENTRES).flatMap((centre) => gridDisk(centre, 10));
const own = untilEnd(
  await storeDocuments({
    regions: [IN_FRANCE],
    lands: [
      ...landGroups([...new Set([...everywhere, ...ASHORE, PENTAGON, ...MANY])]),
      ...landGroups([UNKNOWN_LAND], UNKNOWN_SURROUNDINGS),
    ],
    markers: [markerDocument('a', PARIS), markerDocument('b', PARIS), markerDocument('c', NO_LAND)],
  }),
);
const api = untilEnd(await startApi({ indexPrefix: own.indexPrefix, cacheMegabytes: 0 }));

/** Every search is counted: no land is asked for twice, and the live generation stays known. */
const bare = untilEnd(await storeDocuments({ lands: landGroups(Object.values(CENTRES)) }));
const withoutRegions = untilEnd(
  await startApi({ indexPrefix: bare.indexPrefix, validMs: 600_000 }),
);

const find = async (query: Record<string, string | number>): Promise<Land[]> =>
  (await api.get<Land[]>('/lands/findByLocation', query)).body.data;

describe('findByIds', () => {
  async function ask(land_ids: string): Promise<unknown> {
    const { body } = await api.get<Land[]>('/lands/findByIds', { land_ids });
    return { found: ids(body.data), ...('missing' in body ? { missing: body.missing } : {}) };
  }

  test('answers lands with exactly the fields of the specification', async () => {
    const query = { land_ids: `${PARIS},${UNKNOWN_LAND}` };
    const { body } = await api.get<Land[]>('/lands/findByIds', query);
    expect(JSON.stringify(body)).toBe(
      '{"status":"ok","data":[{"id":"881fb46625fffff","country_id":"FRA","region_name":"Île-de-France","closest_city_id":"FRA_Paris","closest_city_name":"Paris","closest_city_distance_km":0.212,"primary_city_id":"FRA_Paris","primary_city_name":"Paris","primary_city_distance_km":0.212,"altitude":54,"main_biome":"Tundra","biome_percents":{"Tundra":100},"markers_count":2},' +
        '{"id":"88396238d5fffff","country_id":"FRA","region_name":null,"closest_city_id":null,"closest_city_name":null,"closest_city_distance_km":null,"primary_city_id":null,"primary_city_name":null,"primary_city_distance_km":null,"altitude":null,"main_biome":null,"biome_percents":{},"markers_count":0}]}',
    );
  });

  test('answers the names of cities in the requested language, if they are known', async () => {
    const query = { land_ids: PARIS, lang: 'ru-RU' };
    expect((await api.get<Land[]>('/lands/findByIds', query)).body.data).toMatchObject([
      { region_name: 'Иль-де-Франс', closest_city_name: 'Париж', primary_city_name: 'Париж' },
    ]);
    expect(await find({ land_id: PARIS, lang: 'it' })).toMatchObject([
      { region_name: 'Île-de-France', closest_city_name: 'Parigi' },
    ]);
    // Not of the city, but of the region.
    expect(await find({ land_id: PARIS, lang: 'el' })).toMatchObject([
      { region_name: 'Ιλ-ντε-Φρανς', closest_city_name: 'Paris' },
    ]);
  });

  test('does not look for regions again if there are none', async () => {
    const searchesFor = async (land_ids: string, lang: string): Promise<number> => {
      withoutRegions.searches = 0;
      const { status } = await withoutRegions.get('/lands/findByIds', { land_ids, lang });
      expect(status).toBe(200);
      return withoutRegions.searches;
    };
    await searchesFor(PARIS, 'el');
    const inEnglish = await searchesFor(CENTRES['the South Pole'], 'en');
    expect(await searchesFor(CENTRES['the North Pole'], 'el')).toBe(inEnglish);
    expect(inEnglish).toBeGreaterThan(0);
  });

  test('names regions as before while the live generation is unknown', async () => {
    const client = createTestClient();
    const live = new Live(client, own.indexPrefix, RESOURCES, { validMs: 600_000 });
    const { search } = createSearches(client, 30_000);
    let reads = 0;
    const regions = new AllRegions((...asked) => {
      reads += 1;
      return search(...asked);
    });
    await live.refresh();
    const known = await regions.shownIn('el', live.now());
    expect([...(known?.values() ?? [])]).toEqual(['Ιλ-ντε-Φρανς']);
    expect(await regions.shownIn('el', live.unknown)).toBe(known);
    expect(reads).toBe(1);
    await client.close();
  });

  test('keeps the order of the request, in any case, each once, also of what is missing', async () => {
    const [, other = ''] = getPentagons(8);
    const lands = [PENTAGON, PARIS, ...MANY.slice(0, 5), UNKNOWN_LAND];
    expect(await ask(lands.toReversed().join())).toEqual({ found: lands.toReversed() });
    const given = ` ${PENTAGON.toUpperCase()} ,\t${PARIS}, ${PENTAGON},${NO_LAND},${other},${NO_LAND.toUpperCase()}`;
    expect(await ask(given)).toEqual({ found: [PENTAGON, PARIS], missing: [NO_LAND, other] });
  });

  test('answers 500 lands', async () => {
    const lands = MANY.slice(0, 500).reverse();
    expect(await ask(lands.join())).toEqual({ found: lands });
    const none = cellToChildren('847c651ffffffff', 8).slice(0, 500);
    expect(await ask(none.join())).toEqual({ found: [], missing: none });
  });
});

describe('findByLocation', () => {
  test.each(Object.entries(CENTRES))(
    'answers the disk around %s, ring by ring',
    async (_, centre) => {
      for (const k of [0, 1, 4, 10]) {
        const found = ids(await find({ land_id: centre, k }));
        for (let ring = 0; ring <= k; ring += 1) {
          const inner = gridDisk(centre, ring);
          expect(found.slice(0, inner.length).sort()).toEqual(inner.sort());
        }
        expect(found).toHaveLength(gridDisk(centre, k).length);
      }
      const [lat, lng] = cellToLatLng(centre);
      const place = { lat: lat.toFixed(10), lng: lng.toFixed(10) };
      expect(await find({ ...place, k: 3 })).toEqual(await find({ land_id: centre, k: 3 }));
      expect(ids(await find({ land_id: centre.toUpperCase() }))).toEqual([centre]);
    },
  );

  test('leaves out what is no land, and keeps the order of the others', async () => {
    const found = ids(await find({ land_id: COAST, k: 10 }));
    expect([...found].sort()).toEqual([...ASHORE].sort());
    const distances = found.map((land) => gridDistance(COAST, land));
    expect(distances).toEqual([...distances].sort((one, other) => one - other));
    const { body } = await api.get('/lands/findByLocation', { land_id: latLngToCell(0, -30, 8), k: 10 }); // prettier-ignore
    expect(body).toEqual({ status: 'ok', data: [] });
  });
});

test.each([
  ['/lands/findByLocation', { land_id: PARIS, k: 10 }, 331],
  ['/lands/findByIds', { land_ids: MANY.slice(0, 400).join() }, 400],
  ['/places/findByLocation', { land_id: PARIS, k: 10 }, 0],
])('%s makes one request to Elasticsearch', async (path, query, count) => {
  api.searches = 0;
  const { body } = await api.get(path, query, { token: 'dev-internal' });
  expect(body.data).toHaveLength(count);
  expect(api.searches).toBe(1);
});

describe('markers_count', () => {
  const DISK = gridDisk(PARIS, 10);
  const [ONE = '', OTHER = ''] = gridDisk(PARIS, 1).filter((land) => land !== PARIS);

  /** Returns the counts that are not 0, by both lookups. */
  async function counts(): Promise<Record<string, number>> {
    const byIds = await api.get<Land[]>('/lands/findByIds', { land_ids: DISK.join() });
    const [located, identified] = [await find({ land_id: PARIS, k: 10 }), byIds.body.data].map(
      (lands) => {
        expect(lands).toHaveLength(DISK.length);
        const some = lands.filter((land) => land.markers_count !== 0);
        return Object.fromEntries(some.map((land) => [land.id, land.markers_count]));
      },
    );
    expect(located).toEqual(identified);
    return located ?? {};
  }

  const promote = (...markers: [id: string, land: string][]): Promise<string> =>
    own.promoteMarkers(markers.map(([id, land]) => markerDocument(id, land)));

  test('is that of the live generation of markers', async () => {
    expect(await counts()).toEqual({ [PARIS]: 2 });
    const first = await promote(['a', ONE], ['b', ONE], ['d', OTHER]);
    expect(await counts()).toEqual({ [ONE]: 2, [OTHER]: 1 });
    await promote(...DISK.flatMap((land) => ['x', 'y'].map((id): [string, string] => [`${id}-${land}`, land]))); // prettier-ignore
    expect(await counts()).toEqual(Object.fromEntries(DISK.map((land) => [land, 2])));
    await own.promoteMarkers(first);
    expect(await counts()).toEqual({ [ONE]: 2, [OTHER]: 1 });
  });

  test('is never wrong: without the markers there is no answer', async () => {
    const name = `${own.indexPrefix}-markers`;
    const [index = ''] = Object.keys(await own.client.indices.getAlias({ name }));
    await own.client.indices.deleteAlias({ index, name });
    try {
      for (const [path, query] of [
        ['/lands/findByIds', { land_ids: PARIS }],
        ['/lands/findByLocation', { land_id: PARIS }],
      ] as const) {
        const { status, body } = await api.get(path, query);
        expect([status, body.error.code]).toEqual([503, 'unavailable']);
      }
    } finally {
      await own.client.indices.putAlias({ index, name });
    }
  });
});
