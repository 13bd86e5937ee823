import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { heldAlias, liveAlias } from '../../../core/elasticsearch/names.js';
import { landAt } from '../../../core/geo/land.js';
import { type BuildDocument, builds } from '../../../indices/builds.js';
import type { MarkerDocument } from '../../../indices/markers.js';
import { readProvenance } from '../../../indices/provenance.js';
import { ensureBuilds } from '../../../ingest/markers/builds.js';
import { acquireLocks } from '../../../ingest/generations/lock.js';
import { discardHeld, rollbackGeneration, setPin } from '../../../ingest/generations/promotion.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { readNote } from '../../../ingest/generations/provenance.js';
import { jobsOfChanges } from '../../../ingest/runs/jobs.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { createTestClient } from '../../support/api.js';
import { inEachTest } from '../../support/each.js';
import { beforeRequest, interceptBulks, interceptOnce } from '../../support/interceptOnce.js';
import { CITIES, PLACE_JOBS, run, smallJobs } from './small.js';
import { createWorld, numbered, placesAt } from './world.js';

const world = inEachTest(createWorld);

const castle = { season: 3, icon: 7, skin: 'gold' };
const progress = silentProgress;
const markers = () => world.live<MarkerDocument>('markers');

/** The live generation of both, and the places that the markers were made from. */
async function state() {
  const { live: places } = await world.generations('places');
  const { live: index } = await world.generations('markers');
  const { sources = [] } = (await readNote(world.client, index ?? '_all')).provenance ?? {};
  return { places, markers: index, madeFrom: sources[0] && 'generation' in sources[0] ? sources[0].generation : undefined }; // prettier-ignore
}

async function expectTogether(): Promise<void> {
  const { places, madeFrom } = await state();
  expect(madeFrom).toBe(places);
  expect([...(await markers()).keys()]).toEqual([...(await world.live('places')).keys()]);
}

test('there is one marker for each place, also of odd ids', async () => {
  const odd = ['\u{1f600}', '\uff5e', '\ue000', 'z', '\u{10000}', '\ud7ff', '\u{1f600}\uff5e'];
  await world.ingestPlaces(placesAt(48, [...numbered(1, 20), ...odd]));
  await expectTogether();
  const land_id = landAt({ latitude: 48, longitude: 2 });
  expect((await markers()).get('z')).toEqual({ id: 'z', land_id, location: [2, 48] });
});

test('markers need places', async () => {
  await expect(world.ingestMarkers()).rejects.toThrow('Markers need places, and none are live.');
  expect(await world.indices()).toEqual([]);
});

test('places and markers become live at once, and are rolled back at once, without what the game builds', async () => {
  const first = await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  for (const id of ['000007', '000020']) await world.build(id, castle);
  const built = await world.builds();
  expect(built.size).toBe(2);
  const seen: boolean[] = [];
  const end = new AbortController();
  const watch = (async () => {
    const client = createTestClient();
    const aliases = ['places', 'markers'].map((name) => liveAlias(world.indexPrefix, name));
    while (!end.signal.aborted) {
      const found = await client.indices.get({ index: aliases, filter_path: ['*.aliases', '*.mappings._meta'] }); // prettier-ignore
      const [madeFrom] = Object.values(found).flatMap(
        ({ mappings }) =>
        (readProvenance(mappings?._meta)?.sources ?? []).flatMap((each) => 'generation' in each ? each.generation : []), // prettier-ignore
      );
      seen.push(madeFrom !== undefined && madeFrom in found);
      await sleep(1);
    }
    await client.close();
  })();
  const second = await world.ingestPlaces(placesAt(49, numbered(5, 19)));
  await expectTogether();
  const made = await state();
  expect(made.places).toBe(second);
  const { places } = await rollbackGeneration(world, 'places');
  expect(places).toBe(first);
  await expectTogether();
  expect(await state()).toMatchObject({ places: first });
  // And forward again.
  await rollbackGeneration(world, 'places', { pin: true });
  expect(await state()).toEqual(made);
  await setPin(world, 'places', false, {});
  for (const name of ['places', 'markers'])
    expect(await world.generations(name)).not.toHaveProperty('pinned');
  end.abort();
  await watch;
  expect(seen.length).toBeGreaterThan(10);
  expect(seen).not.toContain(false);

  for (const name of ['places', 'markers']) {
    const lock = await acquireLocks(world, [name]);
    const message = `An ingestion of ${name} is running`;
    await expect(rollbackGeneration(world, 'places')).rejects.toThrow(message);
    await expect(world.ingestPlaces(placesAt(50, numbered(1, 20)))).rejects.toThrow(message);
    await lock.release();
  }
  expect(await state()).toEqual(made);
  expect(await world.builds()).toEqual(built);
});

test('markers made anew replace the live ones; those of the previous places stay for a rollback', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  const first = await state();
  await world.ingestPlaces(placesAt(49, numbered(1, 20)));
  const { markers: replaced = '' } = await state();
  beforeRequest(world.client, '/_doc/markers', async () => {
    const client = createTestClient();
    await rollbackGeneration({ client, indexPrefix: world.indexPrefix }, 'places');
    await client.close();
  });
  await expect(world.ingestMarkers()).rejects.toThrow('has changed meanwhile');
  expect(await state()).toEqual(first);
  world.heal();

  await rollbackGeneration(world, 'places');
  await world.ingestMarkers();
  await expectTogether();
  expect(await world.indices()).not.toContain(replaced);
  expect(await world.generations('markers')).toMatchObject({ previous: first.markers });
  await rollbackGeneration(world, 'places');
  expect(await state()).toEqual(first);

  // A rollback is refused if the previous markers cannot be read, or are of other places.
  const { previous: index = '' } = await world.generations('markers');
  await world.client.indices.close({ index });
  await expect(rollbackGeneration(world, 'places')).rejects.toThrow(`${index} cannot be read.`);
  await world.client.indices.open({ index, wait_for_active_shards: 1 });
  await world.client.indices.putMapping({ index, _meta: {} });
  await expect(rollbackGeneration(world, 'places')).rejects.toThrow(
    `The previous markers, ${index}, were not made from the previous places.`,
  );
  expect(await state()).toEqual(first);
});

test('if the markers cannot be made, the places do not become live', async () => {
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  const before = await state();
  const probes = [{ resource: 'markers', name: 'none', expect: 'none' } as const];
  await expect(run(world, ['places'], { probes, replaceSource: true }, PLACE_JOBS)).rejects.toThrow(
    /The new generation of markers did not pass its gate:\n- the probe of markers named "none"/,
  );
  interceptBulks(world.client, '"land_id"', (send, body) =>
    body.includes('"name"') ? send() : Promise.reject(new Error('the cable was cut')),
  );
  await expect(world.ingestPlaces(placesAt(49, numbered(1, 20)))).rejects.toThrow('the cable');
  expect(await state()).toEqual(before);
  for (const name of ['places', 'markers'])
    expect(await world.generations(name)).toMatchObject({ leftovers: [] });
});

test('held places are held, promoted and discarded with their markers', async () => {
  await run(world, ['places'], {}, PLACE_JOBS);
  const before = await state();
  const jobs = smallJobs(CITIES, numbered(1, 19));
  expect(await run(world, ['places'], { hold: true }, jobs)).toEqual([
    expect.stringMatching(/^places: 19 documents held in /),
    expect.stringMatching(/^markers: 19 documents held in /),
  ]);
  expect(await run(world, ['markers'], { hold: true }, PLACE_JOBS)).toEqual([
    expect.stringMatching(/^markers: not held: /),
  ]);
  interceptOnce(
    world.client,
    ({ method, path }) => method === 'DELETE' && !path.includes('_alias'),
    () => Promise.reject(new Error('the cable was cut')),
  );
  const notes: string[] = [];
  await discardHeld(world, 'places', {
    progress: { ...progress, note: (text) => notes.push(text) },
  });
  expect(notes).toEqual([
    expect.stringMatching(/^could not delete \S+-places-\S+; the next run will$/),
  ]);
  // They were discarded in one step, and the next run deletes what is left of them.
  for (const name of ['places', 'markers']) {
    const { held, leftovers } = await world.generations(name);
    expect([held, leftovers.length]).toEqual([undefined, Number(name === 'places')]);
  }
  await run(world, ['places'], { hold: true }, jobs);
  const { held: index = '', leftovers } = await world.generations('markers');
  expect(leftovers).toEqual([]);
  // An earlier version discarded one after the other.
  const alias = { index, name: heldAlias(world.indexPrefix, 'markers') };
  await world.client.indices.deleteAlias(alias);
  await expect(promoteHeld(world, 'places', { progress })).rejects.toThrow(
    'it was held without its markers: hold it again',
  );
  await world.client.indices.putAlias(alias);
  expect(await state()).toEqual(before);
  const promoted = await promoteHeld(world, 'places', { progress });
  await expectTogether();
  expect(await state()).toMatchObject(promoted);
});

async function loseAlias(resource: string): Promise<void> {
  const name = liveAlias(world.indexPrefix, resource);
  await world.client.indices.deleteAlias({ index: `${name}-*`, name });
}

describe('what the game builds', () => {
  /** Makes the index of markers as earlier versions did, with builds in it. */
  async function makeEarlier(count: number): Promise<string> {
    await world.ingestPlaces(placesAt(48, numbered(1, 20)));
    const { markers: index = '' } = await state();
    const { client } = world;
    const alias = liveAlias(world.indexPrefix, builds.resource);
    const made = (await world.indices()).filter((name) => name.startsWith(alias));
    await client.indices.delete({ index: made });
    const { season, icon, skin } = builds.mappings.properties ?? {};
    if (season && icon && skin)
      await client.indices.putMapping({ index, properties: { season, icon, skin } });
    const cleared = { season: null, icon: null, skin: null };
    const writes = numbered(1, count).map((id) => [id, { ...castle, skin: id }] as const);
    const operations = [...writes, ['000020', cleared] as const].flatMap(([id, doc]) => [
      { update: { _index: index, _id: id } },
      { doc },
    ]);
    await client.bulk({ operations, refresh: true });
    return index;
  }

  test('moves from the markers of earlier versions to its own index, and is written there only', async () => {
    const earlier = await makeEarlier(9);
    const { client, indexPrefix } = world;
    const alias = liveAlias(indexPrefix, builds.resource);
    const made = async () => (await world.indices()).filter((name) => name.startsWith(alias));
    await loseAlias('markers');
    await expect(world.ingestPlaces(placesAt(49, numbered(1, 8)))).rejects.toThrow(
      `${earlier} is not live, but an earlier version has stored 9 built markers in it.`,
    );
    await client.indices.putAlias({ index: earlier, name: liveAlias(indexPrefix, 'markers') });
    // The copy is complete before its index gets the alias: an interrupted one goes on.
    interceptBulks(client, '"season"', () => Promise.reject(new Error('the cable was cut')));
    await expect(world.ingestMarkers()).rejects.toThrow('the cable was cut');
    const begun = await made();
    expect(begun).toHaveLength(1);
    expect(await client.indices.existsAlias({ name: alias })).toBe(false);
    world.heal();

    const { _source: document } = await client.get<BuildDocument>({ index: earlier, id: '000009' });
    await world.ingestPlaces(placesAt(49, numbered(1, 8)));
    const copied = await world.builds();
    expect([...copied.keys()]).toEqual(numbered(1, 9));
    expect(copied.get('000009')).toEqual(document);
    expect(await made()).toEqual(begun);
    await expectTogether();
    // An API of the earlier version gets no acknowledgement that would be lost.
    await expect(client.update({ index: earlier, id: '000001', doc: { season: 4 } })).rejects.toThrow('cluster_block_exception'); // prettier-ignore
    // The earlier index is a generation like any other.
    await rollbackGeneration(world, 'places');
    expect(await state()).toMatchObject({ markers: earlier });
    // A cleared build is not copied again, also if the index of builds has lost its alias.
    await client.delete({ index: alias, id: '000001', refresh: true });
    await loseAlias(builds.resource);
    await world.ingestMarkers();
    expect([...(await world.builds()).keys()]).toEqual(numbered(2, 9));

    // Of two indices a person decides.
    await loseAlias(builds.resource);
    await client.indices.create({ index: `${alias}-g20260101t000000000` });
    await expect(world.ingestMarkers()).rejects.toThrow('may both hold builds');
    // If the index is lost, a person is told.
    await client.indices.delete({ index: await made() });
    const notes: string[] = [];
    await ensureBuilds(world, { progress: { ...silentProgress, note: (text) => notes.push(text) } }); // prettier-ignore
    expect(notes).toEqual([expect.stringMatching(/^no index of builds was found.*restore a backup/)]); // prettier-ignore
  });

  test('is moved, too, if changes of places are applied, and not written in its old index', async () => {
    const earlier = await makeEarlier(9);
    const { madeFrom = '' } = await state();
    const file = world.folder.write('changes.ndjson', JSON.stringify({ delete: '000020' }));
    const jobs = jobsOfChanges([file], {});
    const probes = [{ resource: 'markers', name: 'none', expect: 'none' } as const];
    const options = { replaceSource: true, allowShrink: true, allowChange: true };
    const chosen: ResourceName[] = ['places', 'markers'];
    await expect(run(world, chosen, { ...options, probes }, jobs)).rejects.toThrow('the probe of');
    expect(await state()).toMatchObject({ places: madeFrom, markers: earlier });
    await expect(
      world.client.update({ index: earlier, id: '000001', doc: { season: 4 } }),
    ).rejects.toThrow('cluster_block_exception');
    await run(world, chosen, options, jobs);
    await expectTogether();
    expect((await world.builds()).size).toBe(9);
    expect((await markers()).get('000001')).not.toHaveProperty('season');
  });
});
