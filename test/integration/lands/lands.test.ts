import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  cellToChildren,
  cellToLatLng,
  getPentagons,
  gridDisk,
  gridDistance,
  latLngToCell,
} from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, startApi } from '../../support/api.js';
import { landGroups, UNKNOWN_SURROUNDINGS } from '../../support/landGroups.js';
import { markerDocument, type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js'; // prettier-ignore
import { ids } from '../../support/records.js';

describe('findByIds', () => {
  const PATH = '/lands/findByIds';
  const LAND = '881fb46625fffff';
  const UNKNOWN_LAND = '88396238d5fffff';
  const NO_LAND = '887c650711fffff';
  const PENTAGON = getPentagons(8)[0] ?? '';
  /** 2,401 lands side by side. */
  const MANY = cellToChildren('843f801ffffffff', 8);

  let own: OwnDocuments;
  let api: Api;
  beforeAll(async () => {
    own = await storeDocuments({
      lands: [
        ...landGroups([LAND, PENTAGON, ...MANY]),
        ...landGroups([UNKNOWN_LAND], UNKNOWN_SURROUNDINGS),
      ],
      markers: [markerDocument('a', LAND), markerDocument('b', LAND), markerDocument('c', NO_LAND)],
    });
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  async function ask(land_ids: string): Promise<unknown> {
    const { body } = await api.get<Land[]>(PATH, { land_ids });
    return { found: ids(body.data), ...('missing' in body ? { missing: body.missing } : {}) };
  }

  describe('answers', () => {
    test('lands with exactly the fields of the specification', async () => {
      const { body } = await api.get<Land[]>(PATH, { land_ids: `${LAND},${UNKNOWN_LAND}` });
      expect(JSON.stringify(body)).toBe(
        '{"status":"ok","data":[{"id":"881fb46625fffff","country_id":"FRA","region_name":"Île-de-France","closest_city_id":"FRA_Paris","closest_city_name":"Paris","closest_city_distance_km":0.212,"primary_city_id":"FRA_Paris","primary_city_name":"Paris","primary_city_distance_km":0.212,"altitude":54,"main_biome":"Tundra","biome_percents":{"Tundra":100},"markers_count":2},' +
          '{"id":"88396238d5fffff","country_id":"FRA","region_name":null,"closest_city_id":null,"closest_city_name":null,"closest_city_distance_km":null,"primary_city_id":null,"primary_city_name":null,"primary_city_distance_km":null,"altitude":null,"main_biome":null,"biome_percents":{},"markers_count":0}]}',
      );
    });

    test('the names of cities in the language asked, where they are known', async () => {
      const [land, other = ''] = [LAND, MANY[0]];
      const { body } = await api.get<Land[]>(PATH, { land_ids: `${land},${other}`, lang: 'ru-RU' });
      expect(body.data).toMatchObject([
        { region_name: 'Иль-де-Франс', closest_city_name: 'Париж', primary_city_name: 'Париж' },
        { primary_city_name: 'Париж' },
      ]);
      const around = await api.get<Land[]>('/lands/findByLocation', { land_id: land, lang: 'it' });
      expect(around.body.data).toMatchObject([{ region_name: 'Île-de-France', closest_city_name: 'Parigi' }]); // prettier-ignore
    });

    test('in the order asked', async () => {
      const asked = [PENTAGON, LAND, ...MANY.slice(0, 5), UNKNOWN_LAND];
      expect(await ask(asked.join())).toEqual({ found: asked });
      expect(await ask(asked.reverse().join())).toEqual({ found: asked });
    });

    test('ids in any case, with blanks around them, and those given twice once', async () => {
      const asked = ` ${PENTAGON.toUpperCase()} ,\t${LAND}, ${PENTAGON},${NO_LAND},${NO_LAND.toUpperCase()}`;
      expect(await ask(asked)).toEqual({ found: [PENTAGON, LAND], missing: [NO_LAND] });
    });

    test('what is not in the data in `missing`, in the order asked', async () => {
      const [, other = ''] = getPentagons(8);
      expect(await ask(`${NO_LAND},${LAND},${other}`)).toEqual({
        found: [LAND],
        missing: [NO_LAND, other],
      });
      expect(await ask(other)).toEqual({ found: [], missing: [other] });
    });

    test('500 lands', async () => {
      const asked = MANY.slice(0, 500).reverse();
      expect(await ask(asked.join())).toEqual({ found: asked });
      const none = cellToChildren('847c651ffffffff', 8).slice(0, 500);
      expect(await ask(none.join())).toEqual({ found: [], missing: none });
    });
  });
});

describe('findByLocation', () => {
  const PATH = '/lands/findByLocation';
  const MID_OCEAN = latLngToCell(0, -30, 8);
  const COAST = latLngToCell(43.2, 5.3, 8);
  const CENTRES = {
    Paris: '881fb46625fffff',
    'a pentagon': getPentagons(8)[3] ?? '',
    'near a pentagon': gridDisk(getPentagons(8)[5] ?? '', 3).at(-1) ?? '',
    '180°': latLngToCell(-16.8, 180, 8),
    'the South Pole': latLngToCell(-90, 0, 8),
    'the North Pole': latLngToCell(90, 0, 8),
  };
  /** Of the coast's disk, half is sea. */
  const ASHORE = gridDisk(COAST, 10).filter((land) => cellToLatLng(land)[0] > 43.2);

  let own: OwnDocuments;
  let api: Api;
  beforeAll(async () => {
    const everywhere = Object.values(CENTRES).flatMap((centre) => gridDisk(centre, 11));
    const lands = [...new Set([...everywhere, ...ASHORE])];
    own = await storeDocuments({
      lands: landGroups(lands),
      // In every third land as many as the rest of its number.
      markers: lands.flatMap((id, index) =>
        index % 3 === 0
          ? Array.from({ length: index % 7 }, (_, number) => markerDocument(`${id}-${number}`, id))
          : [],
      ),
    });
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  const find = async (query: Record<string, string | number>): Promise<Land[]> =>
    (await api.get<Land[]>(PATH, query)).body.data;

  describe.each(Object.entries(CENTRES))('around %s', (_, centre) => {
    test('every land of the disk of any k, ring by ring', async () => {
      for (let k = 0; k <= 10; k += 1) {
        const found = ids(await find({ land_id: centre, k }));
        const disk = gridDisk(centre, k);
        expect([...found].sort()).toEqual(disk.sort());
        // The rings, where H3 can tell: what is beyond a pentagon it cannot.
        for (let ring = 0; ring <= k; ring += 1) {
          const inner = gridDisk(centre, ring);
          expect(found.slice(0, inner.length).sort()).toEqual(inner.sort());
        }
      }
    });

    test('a pair is the same as the land that holds it', async () => {
      const [lat, lng] = cellToLatLng(centre);
      const place = { lat: lat.toFixed(10), lng: lng.toFixed(10) };
      expect(await find({ ...place, k: 3 })).toEqual(await find({ land_id: centre, k: 3 }));
      expect(ids(await find(place))).toEqual([centre]);
      expect(ids(await find({ land_id: centre.toUpperCase() }))).toEqual([centre]);
    });
  });

  test('what is no land is left out, the others keep their order', async () => {
    const found = ids(await find({ land_id: COAST, k: 10 }));
    expect([...found].sort()).toEqual([...ASHORE].sort());
    const distances = found.map((land) => gridDistance(COAST, land));
    expect(distances).toEqual([...distances].sort((one, other) => one - other));
    const { body } = await api.get(PATH, { land_id: MID_OCEAN, k: 10 });
    expect(body).toEqual({ status: 'ok', data: [] });
  });

  test('each has the count of its own markers', async () => {
    const found = await find({ land_id: CENTRES.Paris, k: 10 });
    const counts = new Map<string, number>();
    const { hits } = await own.client.search<{ land_id: string }>({
      index: `${own.indexPrefix}-markers`,
      size: 10_000,
    });
    expect(hits.hits.length).toBeLessThan(10_000);
    for (const { _source: marker } of hits.hits) {
      if (marker === undefined) throw new Error('no source');
      counts.set(marker.land_id, (counts.get(marker.land_id) ?? 0) + 1);
    }
    expect(found.map((land) => land.markers_count)).toEqual(
      found.map((land) => counts.get(land.id) ?? 0),
    );
    expect(new Set(found.map((land) => land.markers_count)).size).toBeGreaterThan(3);
  });
});

describe('terrain', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const landAt = async (lat: number, lng: number): Promise<Land | undefined> =>
    (await api.get<Land[]>('/lands/findByLocation', { lat, lng })).body.data[0];

  test('a land in Denver, the Mile High City, tells its altitude and its biome', async () => {
    const land = await landAt(39.7392, -104.9903);
    expect(Math.abs((land?.altitude ?? NaN) - 1_609)).toBeLessThan(50);
    expect(land).toMatchObject({
      main_biome: 'Temperate Grasslands, Savannas & Shrublands',
      biome_percents: { 'Temperate Grasslands, Savannas & Shrublands': 100 },
    });
  });

  test('of a land on an atoll that is too small for the data nothing is known', async () => {
    expect(await landAt(4.1748, 73.5089)).toMatchObject({
      country_id: 'MDV',
      altitude: null,
      main_biome: null,
      biome_percents: {},
    });
  });
});
