import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellToLatLng, getPentagons, gridDisk, gridDistance, latLngToCell } from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { landGroups } from '../../support/landGroups.js';
import { markerDocument, type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js'; // prettier-ignore
import { ids } from '../../support/records.js';

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

test.each([
  ['k=11', ['k']],
  ['k=-1', ['k']],
  ['k=1.5', ['k']],
  ['k=', ['k']],
  ['k=1&k=1', ['k']],
])('refuses %s', async (more, parameters) => {
  const query = `land_id=${CENTRES.Paris}&${more}`;
  expect(await faultyParameters(api, PATH, query)).toEqual(parameters);
  const { body } = await api.get(PATH, query);
  const message = more.includes('&') ? 'only once' : 'must be an integer from 0 to 10';
  expect(body.error.details?.[0]?.message).toContain(message);
});

test.each([
  ['', ['land_id']],
  ['k=1', ['land_id']],
  ['lat=1', ['lng']],
  [`land_id=${CENTRES.Paris}&lat=1&lng=1`, ['land_id']],
  ['lat=91&lng=0&k=11', ['k', 'lat']],
])('refuses %j', async (query, parameters) => {
  expect(await faultyParameters(api, PATH, query)).toEqual(parameters);
});
