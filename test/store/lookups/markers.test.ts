import { describe, expect, test } from '@jest/globals';
import { landAt } from '../../../core/geo/land.js';
import type { MarkerDocument } from '../../../indices/markers.js';
import type { Marker } from '../../support/records.js';
import { type Answer, type JsonBody, type Query, startApi } from '../../support/api.js';
import { rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { pick, seeded } from '../../support/random.js';
import { ids } from '../../support/records.js';
import { destination, distanceMeters } from '../../support/sphere.js';
import { untilEnd } from '../../support/each.js';

const OK = { status: 'ok' };
const MOST = 10_000;
const RADII = [0.5, 30, 1_500, 50_000];
const PER_RADIUS = 60;
const CENTRES = [
  ['Paris', { latitude: 48.8566, longitude: 2.3522 }],
  ['Fiji, west of the antimeridian', { latitude: -16.8, longitude: 179.999 }],
  ['Chukotka, on the antimeridian', { latitude: 68.2, longitude: -180 }],
  ['the North Pole', { latitude: 90, longitude: 0 }],
  ['near the South Pole', { latitude: -89.9, longitude: 120 }],
] as const;

const random = seeded(4);
const spread = CENTRES.flatMap(([, centre]) =>
  RADII.flatMap((radius) =>
    // Half of them inside, and many near the circle.
    Array.from({ length: PER_RADIUS }, () =>
      destination(centre, 2 * Math.PI * random(), radius * Math.sqrt(2 * random())),
    ),
  ),
).map(({ latitude, longitude }, position): MarkerDocument => ({
  id: `spread-${position}`,
  land_id: landAt({ latitude, longitude }),
  location: [longitude, latitude],
}));
const at = (id: string, longitude: number, latitude: number): MarkerDocument => ({
  id,
  land_id: landAt({ latitude, longitude }),
  location: [longitude, latitude],
});
/** One a metre to the north of the other, in no order of their ids. */
const line = Array.from({ length: MOST + 1 }, (_, position) =>
  at(`line-${(position * 7_919) % (MOST + 1)}`, 30, 10 + position / 111_195),
);
/** Farther from each other than positions are rounded. */
const scattered = Array.from({ length: 300 }, (_, position) => {
  const towards = destination(
    { latitude: 40, longitude: -100 },
    2 * Math.PI * random(),
    9_000 * Math.sqrt(random()),
  );
  return at(`scattered-${position}`, towards.longitude, towards.latitude);
});
const twins = ['b', 'a', 'c'].map((id) => at(id, 90, 45));
const row = rowOfMarkers(200);

/** So many that no cell of the cache holds them. */
const dense = Array.from({ length: 1_200 }, (_, position) => {
  const towards = destination({ latitude: -30, longitude: 50 }, position, 6 * position);
  return at(`dense-${position}`, towards.longitude, towards.latitude);
});
const everything = [...spread, ...line, ...twins, ...row, ...dense, ...scattered];

const own = untilEnd(await storeMarkers(everything));
const api = untilEnd(await startApi({ indexPrefix: own.indexPrefix }));
const uncached = untilEnd(await startApi({ indexPrefix: own.indexPrefix, cacheMegabytes: 0 }));

const INTERNAL = { token: 'dev-internal' };
const find = (query: Query): Promise<Answer<Marker[]>> =>
  api.get<Marker[]>('/markers/findByRadius', query, INTERNAL);

describe('findByRadius', () => {
  /** Elasticsearch stores a position in steps of at most 1 cm in each direction. */
  const STEP_METERS = 0.02;

  describe.each(CENTRES)('%s', (_, centre) => {
    // The second request fills a cell, the third one is answered from it.
    test.each(RADII.flatMap((radius) => [1, 2, 3].map((time) => [radius, time])))(
      'within %d m, as by brute force, the nearest first, time %d',
      async (radius = NaN) => {
        const { latitude: lat, longitude: lng } = centre;
        const { body } = await find({ lat, lng, radius, season: 7 });
        expect(body).not.toHaveProperty('truncated');
        const distances = new Map(
          everything.map(({ id, location: [longitude, latitude] }) => [
            id,
            distanceMeters(centre, { latitude, longitude }),
          ]),
        );
        const found = ids(body.data);
        const within = (meters: number): string[] =>
          [...distances].flatMap(([id, distance]) => (distance < meters ? [id] : []));
        const certain = within(radius - STEP_METERS);
        expect(certain.length).toBeGreaterThan(PER_RADIUS / 4);
        expect(found).toEqual(expect.arrayContaining(certain));
        expect(within(radius + STEP_METERS)).toEqual(expect.arrayContaining(found));
        expect(new Set(found).size).toBe(found.length);
        const order = found.map((id) => distances.get(id) ?? NaN);
        for (const [index, distance] of order.slice(1).entries())
          expect(distance).toBeGreaterThan((order[index] ?? NaN) - 2 * STEP_METERS);
      },
    );
  });

  test.each(['built or not, found in a cell', 'in a dense place'])(
    'the same with and without a cache: %s',
    async (where) => {
      const near = where.includes('dense') ? dense : [...scattered, ...row];
      let spared = 0;
      for (let turn = 0; turn < 150; turn += 1) {
        const {
          location: [longitude, latitude],
        } = pick(random, near);
        const centre = destination(
          { latitude, longitude },
          2 * Math.PI * random(),
          3_000 * random(),
        );
        const query = {
          lat: centre.latitude,
          lng: centre.longitude,
          radius: pick(random, [300, 2_000, 5_000]),
          season: 7,
        };
        api.searches = 0;
        const [{ body }, expected] = await Promise.all([
          find(query),
          uncached.get('/markers/findByRadius', query, INTERNAL),
        ]);
        expect(body).toEqual(expected.body);
        if (api.searches === 1) spared += 1;
      }
      // One search is for what is built.
      expect(spared).toBeGreaterThan(20);
    },
  );

  test('a marker is as it was stored, to the last digit', async () => {
    const { id, land_id, location } = spread[0] ?? at('', 0, 0);
    const [longitude, latitude] = location;
    const { body } = await find({ lat: latitude, lng: longitude, radius: 0.1, season: 7 });
    const latlng = { latitude, longitude };
    expect(body.data).toContainEqual({ id, land_id, latlng, is_built: false });
  });

  test('10,000 are all of them; of 10,001 the farthest is left out', async () => {
    const all = await find({ lat: 10, lng: 30, radius: MOST - 0.5, season: 7 });
    expect(all.body.data).toHaveLength(MOST);
    expect(all.body).not.toHaveProperty('truncated');
    const { body } = await find({ lat: 10, lng: 30, radius: 50_000, season: 7 });
    expect(ids(body.data)).toHaveLength(MOST);
    expect(body.truncated).toBe(true);
    expect(ids(body.data)).toEqual(ids(line.slice(0, MOST)));
  });

  test('at equal distances, by id; an empty list if there are none', async () => {
    const near = await find({ lat: 45, lng: 90.001, radius: 1_000, season: 7 });
    expect(ids(near.body.data)).toEqual(['a', 'b', 'c']);
    const { body } = await find({ lat: -10, lng: 10, radius: 50_000, season: 7 });
    expect(body).toEqual({ status: 'ok', data: [] });
  });

  test.each([
    ['', ['lat', 'lng', 'radius', 'season']],
    ['lat=91&lng=-181&radius=0&season=-1', ['lat', 'lng', 'radius', 'season']],
    ['lat=1&lng=&radius=50000.01&season=1&season=2', ['lng', 'radius', 'season']],
  ])('rejects %j', async (query, faults) => {
    const { body } = await find(query);
    expect(body.error.details?.map(({ path }) => path).sort()).toEqual(faults);
  });
});

const update = (body: JsonBody) => api.put('/markers/update', body);
const remove = (body: JsonBody) => api.put('/markers/remove', body);

async function expectDone(answer: ReturnType<typeof update>): Promise<void> {
  const { status, body } = await answer;
  expect({ status, body }).toEqual({ status: 200, body: OK });
}

describe('a marker', () => {
  let used = 0;
  /** A marker that no other test writes. */
  function fresh() {
    const marker = row[(used += 1)] ?? at('', 0, 0);
    const { id } = marker;
    const [lng, lat] = marker.location;
    return {
      id,
      build: (season: number, icon: number, skin?: string) =>
        update({ id, season, icon, ...(skin === undefined ? {} : { skin }) }),
      /** Returns the state that lookups show in a season. */
      seen: async (season: number): Promise<unknown> => {
        const { body } = await find({ lat, lng, radius: 1, season });
        expect(ids(body.data)).toEqual([id]);
        const [{ icon, skin, is_built } = { is_built: null }] = body.data as Partial<Marker>[];
        return is_built ? [icon, skin] : [icon, skin, is_built];
      },
    };
  }
  const CONSTRUCTIBLE = [undefined, undefined, false];

  test('is constructible, is built for one season, and is cleared', async () => {
    const { id, build, seen } = fresh();
    expect(await seen(7)).toEqual(CONSTRUCTIBLE);
    await expectDone(build(7, 12, 'gold'));
    expect(await seen(7)).toEqual([12, 'gold']);
    expect(await seen(6)).toEqual(CONSTRUCTIBLE);
    await expectDone(remove({ id }));
    expect(await seen(7)).toEqual(CONSTRUCTIBLE);
    expect(await own.stored(id)).toBeUndefined();
    await expectDone(remove({ id }));
    await expectDone(build(7, 1));
    expect(await seen(7)).toEqual([1, '']);
  });

  test('gets a new icon and skin in the same season, and is built for a newer one', async () => {
    const { build, seen } = fresh();
    await expectDone(build(7, 12, 'gold'));
    await expectDone(build(7, 13));
    expect(await seen(7)).toEqual([13, '']);
    expect(await seen(8)).toEqual(CONSTRUCTIBLE);
    await expectDone(build(8, 3, 'x'));
    expect(await seen(8)).toEqual([3, 'x']);
    expect(await seen(7)).toEqual(CONSTRUCTIBLE);
  });

  test('is not built for an older season, unless it was cleared', async () => {
    const { id, build, seen } = fresh();
    await expectDone(build(8, 3, 'x'));
    const { status, body } = await build(7, 12);
    expect([status, body.error.code]).toEqual([409, 'stale_season']);
    expect(body.error.message).toMatch(/current season/);
    expect(await seen(8)).toEqual([3, 'x']);
    await expectDone(remove({ id }));
    await expectDone(build(7, 12));
    expect(await seen(7)).toEqual([12, '']);
  });

  test('takes season, icon and skin at the ends of their ranges', async () => {
    const { build, seen } = fresh();
    await expectDone(build(0, 0, ''));
    expect(await seen(0)).toEqual([0, '']);
    const skin = '🏰'.repeat(64);
    await expectDone(build(1_000_000, 1_000_000, skin));
    expect(await seen(1_000_000)).toEqual([1_000_000, skin]);
  });
});

describe('generations of markers', () => {
  const HERE = at('moving', 60, 20);
  const THERE = at('moving', 60, 20.02);
  const gone = at('gone', 60.001, 20);
  const others = [at('a', 60.0005, 20), at('b', 60.0015, 20)];
  const generation = (markers: string | readonly MarkerDocument[]) => own.promoteMarkers(markers);
  const around = async ([lng, lat]: MarkerDocument['location'], season = 7): Promise<unknown[]> => {
    const { body } = await find({ lat, lng, radius: 1_000, season });
    return body.data.map(({ id, is_built }) => `${id}${is_built ? '+' : ''}`);
  };

  test('a marker that moves keeps what is built, and a vanished one is shown where it was built', async () => {
    const first = await generation([HERE, gone, ...others]);
    for (const { id } of [HERE, gone]) await expectDone(update({ id, season: 7, icon: 1 }));
    const before = [['moving+', 'a', 'gone+', 'b'], []];
    const after = [['a', 'gone+', 'b'], ['moving+']];
    const seen = async (): Promise<unknown[]> => [await around(HERE.location), await around(THERE.location)]; // prettier-ignore
    // From a cell of the cache, too.
    for (let turn = 0; turn < 3; turn += 1) expect(await seen()).toEqual(before);
    const second = await generation([THERE, ...others]);
    for (let turn = 0; turn < 3; turn += 1) expect(await seen()).toEqual(after);
    expect(await around(HERE.location, 8)).toEqual(['a', 'b']);
    await generation(first);
    for (let turn = 0; turn < 3; turn += 1) expect(await seen()).toEqual(before);

    await generation(second);
    // A vanished marker stays where it was built. A moved marker is built at its new position.
    for (const { id } of [HERE, gone]) await expectDone(update({ id, season: 8, icon: 2 }));
    expect(await own.stored('gone')).toMatchObject({ location: gone.location, icon: 2 });
    expect(await own.stored('moving')).toMatchObject({ location: THERE.location, icon: 2 });
    expect([await around(HERE.location, 8), await around(THERE.location, 8)]).toEqual(after);
    await generation(first);
    expect([await around(HERE.location, 8), await around(THERE.location, 8)]).toEqual(before);
    await generation(second);
    await expectDone(remove({ id: 'gone' }));
    expect((await remove({ id: 'gone' })).status).toBe(404);
    expect((await update({ id: 'gone', season: 9, icon: 1 })).status).toBe(404);
    expect(await around(HERE.location, 8)).toEqual(['a', 'b']);
  });

  test('more than 10,000 with builds among them: the nearest, also those that have vanished', async () => {
    const step = (id: string, meters: number) => at(id, 30, -20 + meters / 111_195);
    const markers = Array.from({ length: MOST }, (_, position) => step(`m-${position}`, position));
    const vanished = [0.5, 4_000.5, MOST - 1.5, MOST + 7].map((meters) => step(`v-${meters}`, meters)); // prettier-ignore
    const builds = [...markers, ...vanished].map((marker) => ({ ...marker, season: 3, icon: 1, skin: '' })); // prettier-ignore
    await own.client.helpers.bulk({
      datasource: builds,
      onDocument: ({ id }) => ({ index: { _index: own.aliases.written, _id: id } }),
      refreshOnCompletion: own.aliases.written,
    });
    await generation(markers);
    const expected = [...markers, ...vanished].sort((a, b) => a.location[1] - b.location[1]);
    const { body } = await find({ lat: -20, lng: 30, radius: 50_000, season: 3 });
    expect(body.truncated).toBe(true);
    expect(ids(body.data)).toEqual(ids(expected.slice(0, MOST)));
    expect(body.data.every((marker) => marker.is_built)).toBe(true);
    const other = await find({ lat: -20, lng: 30, radius: 50_000, season: 4 });
    expect(ids(other.body.data)).toEqual(ids(markers));
    expect(other.body).not.toHaveProperty('truncated');
    // All of them have vanished.
    await generation([]);
    const old = await find({ lat: -20, lng: 30, radius: 50_000, season: 3 });
    expect(ids(old.body.data)).toEqual(ids(expected.slice(0, MOST)));
    expect(old.body.truncated).toBe(true);
    await generation(everything);
  });
});

describe.each(['update', 'remove'])('/markers/%s', (name) => {
  const path = `/markers/${name}`;
  const rest = name === 'update' ? { season: 7, icon: 1 } : {};

  test.each(['unknown', ' marker-1', 'MARKER-1', '../marker-1', 'x'.repeat(5_000)])(
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
    [{}, ['id']],
    [{ id: '\ud800' }, ['id']],
    [{ id: 'marker-0', more: 1, '': 2 }, ['', 'more']],
  ])('rejects %j', async (body: JsonBody, faults) => {
    const answer = await api.put(path, { ...rest, ...body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.details?.map((detail) => detail.path).sort()).toEqual(faults);
  });
});

test('update names all faults, and writes nothing', async () => {
  const faulty = { id: 'marker-0', season: '7', icon: 1.5, skin: 'x'.repeat(65) };
  const { status, body } = await update(faulty);
  expect(status).toBe(400);
  expect(body.error.details?.map(({ path }) => path).sort()).toEqual(['icon', 'season', 'skin']);
  expect(await own.stored('marker-0')).toBeUndefined();
});
