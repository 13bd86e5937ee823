import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { latLngToCell } from 'h3-js';
import { markersAreCurrent } from '../../../../ingest/markers/ingestMarkers.js';
import { createWorld, numbered, placesAt, type World } from './world.js';

/** Each test goes on with what the one before it left live. */
let world: World;
beforeAll(() => {
  world = createWorld();
});
afterEach(() => {
  world.heal();
});
afterAll(() => world.remove());

const castle = { season: 3, icon: 7, skin: 'gold' };
const at = (latitude: number) => ({
  location: [2, latitude],
  land_id: latLngToCell(latitude, 2, 8),
});
const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, kept: 0 };

test('without places there are no markers', async () => {
  await expect(world.ingestMarkers()).rejects.toThrow(
    'Markers need places, and none are live. Run `npm run ingest -- places` first.',
  );
  expect(await markersAreCurrent(world)).toBe(false);
  expect(await world.indices()).toEqual([]);
});

test('a first run that ends early leaves nothing live', async () => {
  await world.ingestPlaces(placesAt(48, ['a', 'b']));
  const interruption = new AbortController();
  world.beforeBulk('"create"', () => {
    interruption.abort(new Error('enough'));
  });
  await expect(world.ingestMarkers({ signal: interruption.signal })).rejects.toThrow(/^enough$/);
  expect(await world.generations('markers')).toEqual({ leftovers: [] });
});

test('the first time, every place gets its marker, in a generation', async () => {
  const report = await world.ingestMarkers();
  expect(report).toMatchObject({ ...nothing, created: 2 });
  expect(await world.generations('markers')).toEqual({ live: report.index, leftovers: [] });
  expect([...(await world.markers()).values()]).toEqual([
    { id: 'a', ...at(48) },
    { id: 'b', ...at(48) },
  ]);
});

test('a second run writes nothing', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 50)));
  const { index } = await world.ingestMarkers({ allowShrink: true });
  await world.build('000007', castle);
  const before = await world.versions();
  expect(await world.ingestMarkers()).toMatchObject({ ...nothing, index, unchanged: 50 });
  await world.ingestPlaces(placesAt(48, numbered(1, 50)));
  expect(await world.ingestMarkers()).toMatchObject({ ...nothing, index, unchanged: 50 });
  expect(await world.versions()).toEqual(before);
  expect(before.size).toBe(50);
});

test('new, moved and vanished places; what is built stays as it is', async () => {
  const { live: index = '' } = await world.generations('markers');
  await world.build('000001', castle);
  await world.build('000030', castle);
  const before = await world.versions();

  await world.ingestPlaces([
    ...placesAt(49, numbered(1, 10)),
    ...placesAt(48, numbered(11, 47)),
    ...placesAt(47, ['000000', 'new']),
  ]);
  expect(await world.ingestMarkers()).toMatchObject({
    index,
    created: 2,
    updated: 10,
    unchanged: 37,
    removed: 3,
    kept: 0,
  });
  const markers = await world.markers();
  expect([...markers.keys()]).toEqual([...numbered(0, 47), 'new']);
  expect(markers.get('000001')).toEqual({ id: '000001', ...at(49), ...castle });
  expect(markers.get('000002')).toEqual({ id: '000002', ...at(49) });
  expect(markers.get('000030')).toEqual({ id: '000030', ...at(48), ...castle });
  expect(markers.get('new')).toEqual({ id: 'new', ...at(47) });
  const after = await world.versions();
  const unchanged = numbered(11, 47);
  expect(unchanged.map((id) => after.get(id))).toEqual(unchanged.map((id) => before.get(id)));
});

test('ids whose order differs between UTF-8 and UTF-16', async () => {
  const ids = ['\u{1f600}', '\uff5e', '\ue000', 'z', '\u{10000}', '\ud7ff', '\u{1f600}\uff5e'];
  await world.ingestPlaces(placesAt(48, ids));
  // In a season by which what was built in the tests before is gone with its places.
  await world.ingestMarkers({ allowShrink: true, currentSeason: 4 });
  await world.ingestPlaces(placesAt(48, [...ids, '\uffee', '\u{10001}']));
  expect(await world.ingestMarkers()).toMatchObject({ ...nothing, created: 2, unchanged: 7 });
  expect(await world.ingestMarkers()).toMatchObject({ ...nothing, unchanged: 9 });
});

describe('what is built on a place that vanished', () => {
  beforeEach(async () => {
    await world.ingestPlaces(placesAt(48, numbered(1, 20)));
    await world.ingestMarkers({ allowShrink: true });
    await world.build('000020', castle);
    await world.ingestPlaces(placesAt(48, numbered(1, 19)));
  });

  test('is kept, until it is no longer built', async () => {
    expect(await world.ingestMarkers()).toMatchObject({ removed: 0, kept: 1 });
    expect((await world.markers()).get('000020')).toMatchObject(castle);
    await world.clear('000020');
    expect(await world.ingestMarkers()).toMatchObject({ removed: 1, kept: 0 });
    expect((await world.markers()).has('000020')).toBe(false);
  });

  test('is kept in its season and removed in a later one, when that is told', async () => {
    expect(await world.ingestMarkers({ currentSeason: 3 })).toMatchObject({ kept: 1 });
    expect(await world.ingestMarkers({ currentSeason: 4 })).toMatchObject({ removed: 1 });
    expect((await world.markers()).size).toBe(19);
  });

  test('stands on its place again when that comes back', async () => {
    await world.ingestMarkers();
    await world.ingestPlaces(placesAt(49, numbered(1, 20)));
    expect(await world.ingestMarkers()).toMatchObject({ updated: 20, kept: 0 });
    expect((await world.markers()).get('000020')).toEqual({ id: '000020', ...at(49), ...castle });
  });
});

test('a second run at the same time is refused', async () => {
  const results = await Promise.allSettled([world.ingestMarkers(), world.ingestMarkers()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({
      message: expect.stringMatching(/An(other)? ingestion of markers/),
    }),
  });
});

test('more places than a page holds', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 10_003)));
  await world.ingestMarkers({ allowShrink: true });
  await world.ingestPlaces([
    ...placesAt(49, numbered(9_999, 10_001)),
    ...placesAt(48, [...numbered(3, 9_998), ...numbered(10_002, 10_005)]),
  ]);
  expect(await world.ingestMarkers()).toMatchObject({
    created: 2,
    updated: 3,
    unchanged: 9_998,
    removed: 2,
  });
  expect([...(await world.markers()).keys()]).toEqual(numbered(3, 10_005));
});
