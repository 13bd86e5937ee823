import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { acquireLock } from '../../../ingest/generations/lock.js';
import { rollbackPlaces } from '../../../ingest/markers/follow.js';
import { markersAreCurrent } from '../../../ingest/markers/ingestMarkers.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { createTestClient } from '../../support/api.js';
import { beforeRequest } from '../../support/interceptOnce.js';
import { createWorld, numbered, placesAt, type World } from './markers/world.js';
import { PLACE_JOBS, placeFile, run } from './small.js';

let world: World;

/** Gives the tests of a group one world: each goes on with what the one before it left live. */
function shareWorld(prepare: () => Promise<unknown>): void {
  beforeAll(async () => {
    world = createWorld();
    await prepare();
  });
  afterAll(() => world.remove());
}

const castle = { season: 3, icon: 7, skin: 'gold' };
const ids = async (resource: string): Promise<string[]> => {
  await world.client.indices.refresh({ index: `${world.indexPrefix}-${resource}` });
  return [...(await world.live(resource)).keys()];
};

async function goBack(): Promise<string[]> {
  const said: string[] = [];
  await rollbackPlaces(world, { progress: silentProgress, say: (text) => said.push(text) });
  return said;
}

describe('the gate', () => {
  const of = (own: readonly string[]) => placeFile(world.folder, 'own.csv', own);
  /** As many as before, of which so many are the same. */
  const sharing = (same: number): string[] => [...numbered(1, same), ...numbered(501, 520 - same)];
  shareWorld(() => run(world, [], of(numbered(1, 20)), PLACE_JOBS));

  test('refuses places that the markers would not follow, unless that is allowed', async () => {
    const before = await world.generations('places');
    await expect(run(world, ['places'], of(sharing(17)), PLACE_JOBS)).rejects.toThrow(
      'did not pass its gate:\n- 3 of 20 markers have no place any more and would be removed; if that is right, use --allow-shrink',
    );
    expect(await world.generations('places')).toEqual(before);
    expect(await ids('markers')).toEqual(numbered(1, 20));
    await run(world, ['places', 'markers'], of(sharing(18)), PLACE_JOBS);
    await run(world, ['places', 'markers'], { ...of(sharing(3)), allowShrink: true }, PLACE_JOBS);
    expect(await ids('places')).toEqual(sharing(3));
    expect(await ids('markers')).toEqual(sharing(3));
  });

  test('refuses places beside markers that cannot be read', async () => {
    const { live: index = '' } = await world.generations('markers');
    await world.client.indices.close({ index });
    await expect(run(world, ['places'], of(sharing(3)), PLACE_JOBS)).rejects.toThrow(
      `the live markers, ${index}, cannot be read to compare: open it (POST /${index}/_open)`,
    );
    await world.client.indices.open({ index });
  });

  test('counts built markers as the markers would', async () => {
    const all = { ...of(numbered(1, 20)), allowShrink: true };
    await run(world, ['places', 'markers'], all, PLACE_JOBS);
    for (const id of numbered(18, 20)) await world.build(id, castle);
    const places = of(sharing(17));
    await expect(
      run(world, ['places', 'markers'], { ...places, currentSeason: 4 }, PLACE_JOBS),
    ).rejects.toThrow('3 of 20 markers have no place any more');
    await run(world, ['places', 'markers'], { ...places, currentSeason: 3 }, PLACE_JOBS);
    expect(await ids('markers')).toEqual([...sharing(17), ...numbered(18, 20)].sort());
  });
});

describe('a rollback of places', () => {
  let first: string;
  let second: string;
  shareWorld(async () => {
    first = await world.ingestPlaces(placesAt(48, numbered(1, 20)));
    await world.ingestMarkers();
    second = await world.ingestPlaces(placesAt(49, numbered(11, 25)));
    await world.ingestMarkers({ allowShrink: true });
    for (const id of ['000012', '000024']) await world.build(id, castle);
  });
  // Each begins with the second live, and the markers of it.
  afterEach(async () => {
    world.heal();
    if ((await world.generations('places')).live === first) await goBack();
  });
  const both = [...numbered(1, 20), '000024'];

  test('takes the markers along, and leaves what is built', async () => {
    expect(await goBack()).toEqual([
      `places: live is ${first} again; ${second} is kept as the previous one; the markers follow. If this is interrupted, \`npm run ingest -- markers\` completes it`,
      'markers: follow them: 10 created, 10 updated, 4 removed, 1 without a place kept',
    ]);
    expect(await ids('markers')).toEqual(both);
    expect(await world.read('000012')).toMatchObject({ ...castle, location: [2, 48] });
    expect(await world.read('000024')).toMatchObject({ ...castle, location: [2, 49] });

    // And forward again.
    await goBack();
    expect(await world.generations('places')).toMatchObject({ live: second, previous: first });
    expect(await ids('markers')).toEqual(numbered(11, 25));
    expect(await markersAreCurrent(world)).toBe(true);
  });

  /** Completes another rollback just before the lock of a resource is read. */
  function goBackBeforeLockOf(resource: string): void {
    beforeRequest(world.client, `/_doc/${resource}`, async () => {
      const client = createTestClient();
      const { indexPrefix } = world;
      await rollbackPlaces(
        { client, indexPrefix },
        { progress: silentProgress, say: () => undefined },
      );
      await client.close();
    });
  }

  test('is followed by an ingestion of markers that waited for it', async () => {
    goBackBeforeLockOf('markers');
    await world.ingestMarkers();
    expect(await ids('markers')).toEqual(both);
    expect(await world.read('000011')).toMatchObject({ location: [2, 48] });
  });

  test('is not undone by another rollback that waited for it', async () => {
    goBackBeforeLockOf('places');
    await expect(goBack()).rejects.toThrow(
      `The live generation of places has changed meanwhile: it is ${first}. No changes were made.`,
    );
    expect(await world.generations('places')).toMatchObject({ live: first });
  });

  test('does not begin while the markers cannot be read', async () => {
    const { live: index = '' } = await world.generations('markers');
    await world.client.indices.close({ index });
    await expect(goBack()).rejects.toThrow(
      `${index} cannot be read. No changes were made. Open it`,
    );
    await world.client.indices.open({ index });
    expect(await world.generations('places')).toMatchObject({ live: second });
  });

  const cut = (): Promise<never> => Promise.reject(new Error('the cable was cut'));

  test('that is interrupted is completed by the next one, not undone', async () => {
    world.beforeBulk('"update"', cut);
    await expect(goBack()).rejects.toThrow(
      'The markers do not follow the places yet: the cable was cut\nTo complete it: `npm run ingest -- markers`.',
    );
    // Nor by a run of the markers that is interrupted as well.
    await expect(world.ingestMarkers()).rejects.toThrow('the cable was cut');
    world.heal();
    const [said] = await goBack();
    expect(said).toBe(
      `places: an unfinished rollback has made ${first} live already; the markers follow`,
    );
    expect(await world.generations('places')).toMatchObject({ live: first, previous: second });
    expect(await ids('markers')).toEqual(both);
  });

  test('that is interrupted is completed by the markers; the next one goes forward then', async () => {
    const { live: index = '' } = await world.generations('markers');
    beforeRequest(world.client, `/${index}/_refresh`, cut);
    await expect(goBack()).rejects.toThrow('do not follow the places yet');
    await world.ingestMarkers();
    expect(await ids('markers')).toEqual(both);
    await goBack();
    expect(await world.generations('places')).toMatchObject({ live: second });
  });

  test.each(['places', 'markers'])('is refused while %s are ingested', async (resource) => {
    const lock = await acquireLock(world, resource);
    await expect(goBack()).rejects.toThrow(`An ingestion of ${resource} is running`);
    await lock.release();
    expect(await world.generations('places')).toMatchObject({ live: second });
  });
});
