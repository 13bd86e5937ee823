import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorld, numbered, placesAt, type World } from './world.js';

/** Each test goes on with what the one before it left live. */
let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.ingestPlaces(placesAt(48, numbered(1, 100)));
  await world.ingestMarkers();
});
afterAll(() => world.remove());

test('it refuses more, before anything is written, unless it is allowed', async () => {
  const before = { markers: await world.markers(), versions: await world.versions() };
  await world.ingestPlaces([...placesAt(49, numbered(1, 89)), ...placesAt(48, ['new'])]);
  await expect(world.ingestMarkers()).rejects.toThrow(
    '11 of 100 markers have no place any more and would be removed. No changes were made. If that is right, use --allow-shrink.',
  );
  expect({ markers: await world.markers(), versions: await world.versions() }).toEqual(before);
  expect(await world.ingestMarkers({ allowShrink: true })).toMatchObject({
    created: 1,
    updated: 89,
    removed: 11,
  });
});

test('the gate lets a tenth of the markers vanish', async () => {
  await world.ingestPlaces(placesAt(49, numbered(1, 81)));
  expect(await world.ingestMarkers()).toMatchObject({ removed: 9 });
});

test('it does not count what stays because it is built', async () => {
  for (const id of numbered(61, 73)) await world.build(id, { season: 3, icon: 7, skin: '' });
  await world.ingestPlaces(placesAt(48, numbered(1, 60)));
  expect(await world.ingestMarkers()).toMatchObject({ removed: 8, kept: 13 });
});
