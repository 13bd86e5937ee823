import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../indices/markers.js';
import type { Marker } from '../../../src/markers/present.js';
import { type Answer, type Api, startApi } from '../../support/api.js';
import { type OwnMarkers, storeMarkers } from '../../support/ownDocuments.js';

const MOST = 10_000;
const ROW_METERS = 111_195;

/** So many in one line to the north, a meter apart, in no order of their ids. */
const line = Array.from({ length: MOST + 1 }, (_, position): MarkerDocument => ({
  id: `m${(position * 7_919) % (MOST + 1)}`,
  land_id: '881fb46625fffff',
  location: [0, position / ROW_METERS],
}));
// In one place: equal distances.
const twins = ['b', 'a', 'c'].map((id): MarkerDocument => ({
  id,
  land_id: '881fb46625fffff',
  location: [90, 45],
}));

let own: OwnMarkers;
let api: Api;
beforeAll(async () => {
  own = await storeMarkers([...line, ...twins]);
  api = await startApi({ indexPrefix: own.indexPrefix });
});
afterAll(async () => {
  await api.stop();
  await own.remove();
});

const find = (lat: number, lng: number, radius: number): Promise<Answer<Marker[]>> =>
  api.get<Marker[]>('/markers/findByRadius', { lat, lng, radius, season: 7 }, { token: 'dev-internal' }); // prettier-ignore

test('10,000 are all of them', async () => {
  const { body } = await find(0, 0, MOST - 0.5);
  expect(body.data).toHaveLength(MOST);
  expect(body).not.toHaveProperty('truncated');
});

test('of 10,001 the farthest is left out, and that is told', async () => {
  const { body } = await find(0, 0, 50_000);
  expect(body.truncated).toBe(true);
  expect(body.data.map(({ id }) => id)).toEqual(line.slice(0, MOST).map(({ id }) => id));
  expect(Object.keys(body)).toEqual(['status', 'data', 'truncated']);
});

test('at equal distances, by id', async () => {
  const { body } = await find(45, 90.001, 1_000);
  expect(body.data.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
