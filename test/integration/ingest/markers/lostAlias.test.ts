import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { liveAlias } from '../../../../core/elasticsearch/names.js';
import { createWorld, numbered, placesAt, type World } from './world.js';

const castle = { season: 3, icon: 7, skin: 'gold' };

let world: World;
let index: string;
let alias: string;
beforeEach(async () => {
  world = createWorld();
  alias = liveAlias(world.indexPrefix, 'markers');
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  ({ index } = await world.ingestMarkers());
});
afterEach(() => world.remove());

const loseAlias = () => world.client.indices.deleteAlias({ index, name: alias });

test('markers that are built are not thrown away with their alias', async () => {
  await world.build('000007', castle);
  await loseAlias();
  await expect(world.ingestMarkers()).rejects.toThrow(
    `${index} is not live, but the game has built on 1 of its markers. No changes were made. ` +
      `Give it its alias back (POST /_aliases {"actions":[{"add":{"index":"${index}","alias":"${alias}"}}]}), ` +
      `or delete it (DELETE /${index}) if it is not needed.`,
  );
  expect(await world.generations('markers')).toEqual({ leftovers: [index] });

  await world.client.indices.updateAliases({ actions: [{ add: { index, alias } }] });
  expect(await world.ingestMarkers()).toMatchObject({ index, unchanged: 20 });
  expect((await world.markers()).get('000007')).toMatchObject(castle);
});

test('nor are those that cannot be read', async () => {
  await world.build('000007', castle);
  await loseAlias();
  await world.client.indices.close({ index });
  await expect(world.ingestMarkers()).rejects.toThrow(
    /^\S+ is not live, and whether the game has built on its markers cannot be read \(index_closed_exception: .*\)\. No changes were made\. Repair or open it, or delete it/,
  );
  expect(await world.generations('markers')).toEqual({ leftovers: [index] });
});

test('where nothing is built, or no longer, they are made anew', async () => {
  await world.build('000007', castle);
  await world.clear('000007');
  await loseAlias();
  const made = await world.ingestMarkers();
  expect(made).toMatchObject({ created: 20 });
  expect(await world.generations('markers')).toEqual({ live: made.index, leftovers: [] });
  expect(made.index).not.toBe(index);
});
