import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { markersAreCurrent } from '../../../../ingest/markers/ingestMarkers.js';
import { createWorld, numbered, placesAt, type World } from './world.js';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.remove());

test('--if-needed asks whether the markers are those of the live places', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  await world.ingestMarkers();
  expect(await markersAreCurrent(world)).toBe(true);
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  expect(await markersAreCurrent(world)).toBe(false);
  await world.ingestMarkers();
  expect(await markersAreCurrent(world)).toBe(true);
});

test('a run that did not end left them out of date, also for the places before', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  const { index } = await world.ingestMarkers();
  const { mappings: made } = (await world.client.indices.getMapping({ index }))[index] ?? {};
  world.beforeBulk('"update"', () => {
    throw new Error('the cable was cut');
  });
  await world.ingestPlaces(placesAt(49, numbered(1, 20)));
  await expect(world.ingestMarkers()).rejects.toThrow('the cable was cut');
  const { mappings } = (await world.client.indices.getMapping({ index }))[index] ?? {};
  expect(mappings?._meta).not.toEqual(made?._meta);
  expect(mappings?.properties).toEqual(made?.properties);
  expect(await markersAreCurrent(world)).toBe(false);
});

test('while a marker without a place is kept, a later run is needed', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  await world.ingestMarkers();
  for (const id of ['000019', '000020']) await world.build(id, { season: 3, icon: 7, skin: '' });
  await world.ingestPlaces(placesAt(48, numbered(1, 18)));
  expect(await world.ingestMarkers()).toMatchObject({ kept: 2 });
  expect(await markersAreCurrent(world)).toBe(false);
  await world.clear('000019');
  expect(await world.ingestMarkers()).toMatchObject({ removed: 1, kept: 1 });
  expect(await markersAreCurrent(world)).toBe(false);
  expect(await world.ingestMarkers({ currentSeason: 4 })).toMatchObject({ removed: 1, kept: 0 });
  expect(await markersAreCurrent(world)).toBe(true);
});
