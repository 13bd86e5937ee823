import { expect, test } from '@jest/globals';
import { latLngToCell } from 'h3-js';
import { liveAlias } from '../../../../core/elasticsearch/names.js';
import { markersAreCurrent } from '../../../../ingest/markers/ingestMarkers.js';
import { createWorld, numbered, placesAt } from './world.js';
import { inEachTest } from '../../../support/each.js';

const world = inEachTest(createWorld);

const castle = { season: 3, icon: 7, skin: 'gold' };
const at = (latitude: number) => ({
  location: [2, latitude],
  land_id: latLngToCell(latitude, 2, 8),
});
const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, kept: 0 };
const ids = async (): Promise<string[]> => [...(await world.markers()).keys()];

/** Ingests these places, and their markers. */
async function begin(places: readonly string[], latitude = 48): Promise<string> {
  await world.ingestPlaces(placesAt(latitude, places));
  return (await world.ingestMarkers({ allowShrink: true })).index;
}

test('without places there are no markers', async () => {
  await expect(world.ingestMarkers()).rejects.toThrow(
    'Markers need places, and none are live. Run `npm run ingest -- places` first.',
  );
  expect(await markersAreCurrent(world)).toBe(false);
  expect(await world.indices()).toEqual([]);
});

test('the first markers are a generation; a first run that ends early leaves nothing live', async () => {
  await world.ingestPlaces(placesAt(48, ['a', 'b']));
  const interruption = new AbortController();
  world.beforeBulk('"index"', () => {
    interruption.abort(new Error('enough'));
  });
  await expect(world.ingestMarkers({ signal: interruption.signal })).rejects.toThrow(/^enough$/);
  expect(await world.generations('markers')).toEqual({ leftovers: [] });
  world.heal();

  const report = await world.ingestMarkers();
  expect(report).toMatchObject({ ...nothing, created: 2 });
  expect(await world.generations('markers')).toEqual({ live: report.index, leftovers: [] });
  expect([...(await world.markers()).values()]).toEqual([
    { id: 'a', ...at(48) },
    { id: 'b', ...at(48) },
  ]);
});

test('new, moved and vanished places; what is built stays as it is', async () => {
  const index = await begin(numbered(1, 50));
  for (const id of ['000001', '000030']) await world.build(id, castle);
  const before = await world.versions();
  await world.ingestPlaces([
    ...placesAt(49, numbered(1, 10)),
    ...placesAt(48, numbered(11, 47)),
    ...placesAt(47, ['000000', 'new']),
  ]);
  const counts = { created: 2, updated: 10, unchanged: 37, removed: 3, kept: 0 };
  expect(await world.ingestMarkers()).toMatchObject({ index, ...counts });
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

test('more places than a page holds, and ids whose order differs between UTF-8 and UTF-16', async () => {
  const odd = ['\u{1f600}', '\uff5e', '\ue000', 'z', '\u{10000}', '\ud7ff', '\u{1f600}\uff5e'];
  await begin([...numbered(1, 10_003), ...odd]);
  await world.ingestPlaces([
    ...placesAt(49, numbered(9_999, 10_001)),
    ...placesAt(48, [...numbered(3, 9_998), ...numbered(10_002, 10_005), ...odd, '\uffee', '\u{10001}']), // prettier-ignore
  ]);
  const expected = { created: 4, updated: 3, unchanged: 9_998 + odd.length, removed: 2 };
  expect(await world.ingestMarkers()).toMatchObject(expected);
  expect((await ids()).slice(0, 10_003)).toEqual(numbered(3, 10_005));
});

test('what is built on a vanished place stays until it is cleared, or out of season', async () => {
  await begin(numbered(1, 20));
  for (const id of ['000019', '000020']) await world.build(id, castle);
  await world.ingestPlaces(placesAt(48, numbered(1, 18)));
  expect(await world.ingestMarkers({ currentSeason: 3 })).toMatchObject({ removed: 0, kept: 2 });
  expect((await world.markers()).get('000020')).toMatchObject(castle);
  // A later run has something to do.
  expect(await markersAreCurrent(world)).toBe(false);
  await world.clear('000019');
  expect(await world.ingestMarkers()).toMatchObject({ removed: 1, kept: 1 });
  // It stands on its place again if that comes back.
  await begin(numbered(1, 20), 49);
  expect((await world.markers()).get('000020')).toEqual({ id: '000020', ...at(49), ...castle });
  await world.ingestPlaces(placesAt(49, numbered(1, 19)));
  expect(await world.ingestMarkers({ currentSeason: 4 })).toMatchObject({ removed: 1, kept: 0 });
  expect(await markersAreCurrent(world)).toBe(true);
});

test('markers are current for the live places; a run that was cut writes no provenance', async () => {
  const index = await begin(numbered(1, 20));
  await world.build('000007', castle);
  const before = await world.versions();
  expect(await markersAreCurrent(world)).toBe(true);
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  expect(await markersAreCurrent(world)).toBe(false);
  expect(await world.ingestMarkers()).toMatchObject({ ...nothing, index, unchanged: 20 });
  expect(await world.versions()).toEqual(before);
  const mappingOf = async () => (await world.client.indices.getMapping({ index }))[index]?.mappings;
  const made = await mappingOf();
  world.beforeBulk('"update"', () => {
    throw new Error('the cable was cut');
  });
  await world.ingestPlaces(placesAt(49, numbered(1, 20)));
  await expect(world.ingestMarkers()).rejects.toThrow('the cable was cut');
  const cut = await mappingOf();
  expect(cut?._meta).not.toHaveProperty('provenance');
  expect(cut?.properties).toEqual(made?.properties);
  expect(await markersAreCurrent(world)).toBe(false);
});

test('a run may remove a tenth of the markers, those that are built not counted', async () => {
  await begin(numbered(1, 100));
  const before = { markers: await world.markers(), versions: await world.versions() };
  await world.ingestPlaces([...placesAt(49, numbered(1, 89)), ...placesAt(48, ['new'])]);
  await expect(world.ingestMarkers()).rejects.toThrow(
    'No changes were made: 11 of 100 markers have no place any more and would be removed; if that is right, use --allow-shrink.',
  );
  expect({ markers: await world.markers(), versions: await world.versions() }).toEqual(before);
  await world.build('000089', castle);
  await world.ingestPlaces(placesAt(48, numbered(1, 88)));
  await world.build('000090', castle);
  expect(await world.ingestMarkers()).toMatchObject({ removed: 10, kept: 2 });
});

test('markers that have lost their alias are deleted only if nothing is built on them', async () => {
  const index = await begin(numbered(1, 20));
  const alias = liveAlias(world.indexPrefix, 'markers');
  await world.build('000007', castle);
  await world.client.indices.deleteAlias({ index, name: alias });
  await expect(world.ingestMarkers()).rejects.toThrow(
    `${index} is not live, but the game has built on 1 of its markers. No changes were made. ` +
      `Give it its alias back (POST /_aliases {"actions":[{"add":{"index":"${index}","alias":"${alias}"}}]}), ` +
      `or delete it (DELETE /${index}) if it is not needed.`,
  );
  await world.client.indices.close({ index });
  await expect(world.ingestMarkers()).rejects.toThrow(
    /^\S+ is not live, and whether the game has built on its markers cannot be read \(index_closed_exception: .*\)\. No changes were made\. Repair or open it, or delete it/,
  );
  expect(await world.generations('markers')).toEqual({ leftovers: [index] });
  await world.client.indices.open({ index, wait_for_active_shards: 1 });
  await world.client.indices.updateAliases({ actions: [{ add: { index, alias } }] });
  expect(await world.ingestMarkers()).toMatchObject({ index, unchanged: 20 });
  expect((await world.markers()).get('000007')).toMatchObject(castle);
  await world.clear('000007');
  await world.client.indices.deleteAlias({ index, name: alias });
  const made = await world.ingestMarkers();
  expect(made).toMatchObject({ created: 20 });
  expect(await world.generations('markers')).toEqual({ live: made.index, leftovers: [] });
});
