import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { thingResource, things } from '../../integration/ingest/sources.js';
import { createWorld, numbered, placesAt } from '../../integration/ingest/markers/world.js';
import { inEachTest } from '../../support/each.js';

const world = inEachTest(createWorld);

const allowMaking = (pattern: string | null) =>
  world.client.cluster.putSettings({ persistent: { 'action.auto_create_index': pattern } });

describe('an index that is deleted while it is written stays so, although the cluster creates indices', () => {
  beforeEach(() => allowMaking(`+${world.indexPrefix}-*,-*`));
  afterEach(() => allowMaking(null));

  test('a new generation: one sentence, nothing goes live', async () => {
    const { index: first } = await world.ingest(thingResource(() => things(3, 1)));
    async function* deleting() {
      const { leftovers } = await world.generations('things');
      for (const index of leftovers) await world.client.indices.delete({ index });
      yield* things(10, 2);
    }
    await expect(world.ingest(thingResource(deleting))).rejects.toThrow(
      /^t\w+-things-g\w+ was deleted while it was loaded, by a person or another ingestion\.$/,
    );
    expect(await world.generations('things')).toEqual({ live: first, leftovers: [] });
    expect(world.notes.filter((note) => note.startsWith('could not'))).toEqual([]);
  });

  test('live markers', async () => {
    await world.ingestPlaces(placesAt(48, numbered(1, 20)));
    const { index } = await world.ingestMarkers();
    await world.ingestPlaces(placesAt(48, numbered(1, 21)));
    world.beforeBulk('"create"', async () => {
      await world.client.indices.delete({ index, ignore_unavailable: true });
    });
    await expect(world.ingestMarkers()).rejects.toThrow(`${index} was deleted while it was loaded`);
    expect(await world.generations('markers')).toEqual({ leftovers: [] });
  });
});
