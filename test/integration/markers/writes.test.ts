import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Marker } from '../../../src/markers/present.js';
import { type Api, type JsonBody, startApi } from '../../support/api.js';
import { type OwnMarkers, rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';

const documents = rowOfMarkers(200);
const OK = { status: 'ok' };

let own: OwnMarkers;
let api: Api;
beforeAll(async () => {
  own = await storeMarkers(documents);
  api = await startApi({ indexPrefix: own.indexPrefix });
});
afterAll(async () => {
  await api.stop();
  await own.remove();
});

let used = 0;
/** A marker that no other test writes. */
function fresh(): { id: string; find: (season: number) => Promise<Partial<Marker> | undefined> } {
  const marker = documents[(used += 1)];
  if (marker === undefined) throw new Error('no more markers');
  const [lng, lat] = marker.location;
  return {
    id: marker.id,
    async find(season) {
      const query = { lat, lng, radius: 1, season };
      const { body } = await api.get<Marker[]>('/markers/findByRadius', query, { token: 'dev-internal' }); // prettier-ignore
      const [found, ...others] = body.data;
      expect([found?.id, others]).toEqual([marker.id, []]);
      expect(found?.latlng).toEqual({ latitude: lat, longitude: lng });
      if (found === undefined) return undefined;
      const { icon, skin, is_built } = found;
      return { is_built, ...(icon === undefined ? {} : { icon }), ...(skin === undefined ? {} : { skin }) }; // prettier-ignore
    },
  };
}

const CONSTRUCTIBLE = { is_built: false };
const update = (body: JsonBody) => api.put('/markers/update', body);
const remove = (body: JsonBody) => api.put('/markers/remove', body);

async function expectDone(answer: ReturnType<typeof update>): Promise<void> {
  const { status, body } = await answer;
  expect({ status, body }).toEqual({ status: 200, body: OK });
}

describe('states', () => {
  test('a marker is constructible, is built for one season, and is cleared', async () => {
    const { id, find } = fresh();
    expect(await find(7)).toEqual(CONSTRUCTIBLE);
    await expectDone(update({ id, season: 7, icon: 12, skin: 'gold' }));
    expect(await find(7)).toEqual({ is_built: true, icon: 12, skin: 'gold' });
    await expectDone(remove({ id }));
    expect(await find(7)).toEqual(CONSTRUCTIBLE);
    // It is kept, and can be built again.
    await expectDone(update({ id, season: 7, icon: 1 }));
    expect(await find(7)).toEqual({ is_built: true, icon: 1, skin: '' });
  });

  test('the same season replaces icon and skin', async () => {
    const { id, find } = fresh();
    await expectDone(update({ id, season: 7, icon: 12, skin: 'gold' }));
    await expectDone(update({ id, season: 7, icon: 13 }));
    expect(await find(7)).toEqual({ is_built: true, icon: 13, skin: '' });
  });

  test('a new season makes it constructible without a write, and builds it for that one', async () => {
    const { id, find } = fresh();
    await expectDone(update({ id, season: 7, icon: 12, skin: 'gold' }));
    expect(await find(8)).toEqual(CONSTRUCTIBLE);
    expect(await find(7)).toMatchObject({ is_built: true });
    await expectDone(update({ id, season: 8, icon: 3, skin: 'x' }));
    expect(await find(8)).toEqual({ is_built: true, icon: 3, skin: 'x' });
    expect(await find(7)).toEqual(CONSTRUCTIBLE);
  });

  test('an older season is refused and changes nothing', async () => {
    const { id, find } = fresh();
    await expectDone(update({ id, season: 8, icon: 3, skin: 'x' }));
    const { status, body } = await update({ id, season: 7, icon: 12 });
    expect([status, body.error.code]).toEqual([409, 'stale_season']);
    expect(body.error.message).toMatch(/current season/);
    expect(await find(8)).toEqual({ is_built: true, icon: 3, skin: 'x' });
    // What is cleared is built in no season.
    await expectDone(remove({ id }));
    await expectDone(update({ id, season: 7, icon: 12 }));
    expect(await find(7)).toMatchObject({ icon: 12 });
  });

  test('to clear what is not built is a success and changes nothing', async () => {
    const { id, find } = fresh();
    const before = await own.stored(id);
    await expectDone(remove({ id }));
    await expectDone(remove({ id }));
    expect(await find(0)).toEqual(CONSTRUCTIBLE);
    expect(await own.stored(id)).toEqual(before);
  });

  test('what is built in an older season is cleared, too', async () => {
    const { id, find } = fresh();
    await expectDone(update({ id, season: 3, icon: 1 }));
    await expectDone(remove({ id }));
    expect(await find(3)).toEqual(CONSTRUCTIBLE);
  });

  test('season, icon and skin at the ends of their ranges', async () => {
    const { id, find } = fresh();
    await expectDone(update({ id, season: 0, icon: 0, skin: '' }));
    expect(await find(0)).toEqual({ is_built: true, icon: 0, skin: '' });
    const skin = '🏰'.repeat(64);
    await expectDone(update({ id, season: 1_000_000, icon: 1_000_000, skin }));
    expect(await find(1_000_000)).toEqual({ is_built: true, icon: 1_000_000, skin });
  });
});

describe.each(['update', 'remove'])('/markers/%s', (name) => {
  const path = `/markers/${name}`;
  const rest = name === 'update' ? { season: 7, icon: 1 } : {};

  test.each(['unknown', ' marker-1', 'MARKER-1', '../marker-1', 'x'.repeat(5_000), '🏰'])(
    'no marker has the id %s',
    async (id) => {
      const { status, body } = await api.put(path, { id, ...rest });
      expect([status, body.error.code]).toEqual([404, 'not_found']);
      expect(body.error.message).toBe(
        'There is no marker with this id. Markers have the ids of their places.',
      );
      expect(await own.stored(id)).toBeUndefined();
    },
  );

  test.each([
    [{ ...rest }, ['id']],
    [{ ...rest, id: '' }, ['id']],
    [{ ...rest, id: 7 }, ['id']],
    [{ ...rest, id: null }, ['id']],
    [{ ...rest, id: '\ud800' }, ['id']],
    [{ ...rest, id: 'marker-0', more: 1, other: 2 }, ['more', 'other']],
  ])('refuses %j', async (body: JsonBody, faults) => {
    const answer = await api.put(path, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details?.map((detail) => detail.path).sort()).toEqual(faults);
  });

  test('a member without a name is named as it is, which the documentation says, too', async () => {
    const { status, body } = await api.put(path, { ...rest, id: 'marker-0', '': 1 });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ path: '', message: 'is unknown. Leave it out.' }]);
  });

  test('a public token is refused, before the body is looked at', async () => {
    const { status } = await api.put(path, {}, { token: 'dev-public' });
    expect(status).toBe(403);
  });

  test('other methods are not taken', async () => {
    const response = await fetch(`${api.address}${path}`, {
      headers: { authorization: 'Bearer dev-internal' },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, PUT']);
  });
});

test.each([
  [{ season: '7', icon: 1.5, skin: 7 }, ['icon', 'season', 'skin']],
  [{ season: -1, icon: 1_000_001, skin: 'x'.repeat(65) }, ['icon', 'season', 'skin']],
  [{ season: 1_000_001, icon: -1, skin: '🏰'.repeat(65) }, ['icon', 'season', 'skin']],
  [{ icon: 1, skin: null }, ['season', 'skin']],
  [{ season: 7, icon: 1, skin: '\udc00' }, ['skin']],
])('update refuses %j, and writes nothing', async (members, faults) => {
  const { status, body } = await update({ id: 'marker-0', ...members });
  expect([status, body.error.details?.map(({ path }) => path).sort()]).toEqual([400, faults]);
  expect(await own.stored('marker-0')).toEqual(documents[0]);
});

test('what the ingestion writes meanwhile is kept, and so is what the game writes', async () => {
  const ids = documents.slice(100).map(({ id }) => id);
  const ingest = async (): Promise<void> => {
    for (let round = 1; round <= 10; round += 1) {
      const operations = ids.flatMap((id) => [
        { update: { _id: id, retry_on_conflict: 20 } },
        { doc: { location: [round, 1] } },
      ]);
      const { errors } = await own.client.bulk({ index: own.alias, operations });
      expect(errors).toBe(false);
    }
  };
  const play = async (id: string): Promise<void> => {
    for (let icon = 1; icon <= 3; icon += 1) await expectDone(update({ id, season: 7, icon }));
  };
  await Promise.all([ingest(), ...ids.map(play)]);
  for (const id of ids) {
    expect(await own.stored(id)).toMatchObject({ season: 7, icon: 3, location: [10, 1] });
  }
});

test('a marker that vanishes meanwhile is not there any more', async () => {
  const { id } = fresh();
  await own.client.delete({ index: own.alias, id });
  expect((await update({ id, season: 7, icon: 1 })).status).toBe(404);
  expect(await own.stored(id)).toBeUndefined();
});
