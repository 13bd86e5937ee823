import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GeographicData, NotFound, StaleSeason } from '../../../web/client/src/index.js';
import { type Api, startApi } from '../../support/api.js';
import { type OwnMarkers, rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';

let own: OwnMarkers;
let api: Api;
let client: GeographicData;
beforeAll(async () => {
  own = await storeMarkers(rowOfMarkers(2));
  api = await startApi({ indexPrefix: own.indexPrefix });
  client = new GeographicData({ url: api.address, token: 'dev-internal' });
});
afterAll(async () => {
  await api.stop();
  await own.remove();
});

const ID = 'marker-0';
const here = (season: number) =>
  client.markers.findByRadius({ lat: 0, lng: 0, radius: 10, season });

test('a marker is built, seen, and taken back', async () => {
  const written = await client.markers.update({ id: ID, season: 7, icon: 12, skin: 'gold' });
  expect(written.requestId).toEqual(expect.any(String));
  const [built] = (await here(7)).data;
  expect(built).toMatchObject({ id: ID, is_built: true, icon: 12, skin: 'gold' });
  expect((await here(8)).data[0]?.is_built).toBe(false);
  await client.markers.remove({ id: ID });
  expect((await here(7)).data[0]?.is_built).toBe(false);
});

test('an older season is refused', async () => {
  await client.markers.update({ id: ID, season: 9, icon: 1 });
  const refused = client.markers.update({ id: ID, season: 8, icon: 1 });
  await expect(refused).rejects.toBeInstanceOf(StaleSeason);
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'stale_season' });
});

test('an unknown marker is not found', async () => {
  const refused = client.markers.remove({ id: 'nobody' });
  await expect(refused).rejects.toBeInstanceOf(NotFound);
});
