import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gridDisk } from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, startApi } from '../../support/api.js';
import { ingestLands, placeIn } from '../ingest/markers/landsOfMarkers.js';
import { createWorld, type World } from '../ingest/markers/world.js';

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
