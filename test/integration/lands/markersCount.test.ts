import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gridDisk } from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, startApi } from '../../support/api.js';
import { landGroups } from '../../support/landGroups.js';
import { markerDocument, type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js'; // prettier-ignore

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
