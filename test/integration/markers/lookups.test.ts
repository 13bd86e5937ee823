import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../indices/markers.js';
import { landAt } from '../../../core/geo/land.js';
import type { Marker } from '../../../src/markers/present.js';
import { type Answer, type Api, type Query, startApi } from '../../support/api.js';
import { distanceMeters } from '../../support/sphere.js';
import { type OwnMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { seeded } from '../../support/random.js';
import { destination } from '../../support/sphere.js';

describe('findByRadius', () => {
  /** Elasticsearch keeps a position in steps of at most 1 cm in each direction. */
  const STEP_METERS = 0.02;
  const RADII = [0.5, 30, 1_500, 50_000];
  const PER_RADIUS = 60;

  const CENTRES = {
    Paris: { latitude: 48.8566, longitude: 2.3522 },
    'the origin': { latitude: 0, longitude: 0 },
    'Fiji, west of the antimeridian': { latitude: -16.8, longitude: 179.999 },
    'Fiji, on the antimeridian': { latitude: -17.4, longitude: 180 },
    'Chukotka, on the antimeridian': { latitude: 68.2, longitude: -180 },
    'the North Pole': { latitude: 90, longitude: 0 },
    'near the North Pole': { latitude: 89.9, longitude: 77 },
    'the South Pole': { latitude: -90, longitude: 120 },
  };

  const random = seeded(4);
  const spread = Object.values(CENTRES).flatMap((centre) =>
    RADII.flatMap((radius) =>
      // Half of them inside, and many near the circle.
      Array.from({ length: PER_RADIUS }, () =>
        destination(centre, 2 * Math.PI * random(), radius * Math.sqrt(2 * random())),
      ),
    ),
  );
  const documents = spread.map(({ latitude, longitude }, position): MarkerDocument => ({
    id: `m${position}`,
    land_id: landAt({ latitude, longitude }),
    location: [longitude, latitude],
  }));

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

  const find = (query: Query): Promise<Answer<Marker[]>> =>
    api.get<Marker[]>('/markers/findByRadius', query, { token: 'dev-internal' });

  describe.each(Object.entries(CENTRES))('%s', (_, centre) => {
    test.each(RADII)('within %d m, as by brute force, the nearest first', async (radius) => {
      const { latitude: lat, longitude: lng } = centre;
      const { status, body } = await find({ lat, lng, radius, season: 7 });
      expect(status).toBe(200);
      const distances = new Map(
        documents.map(({ id, location: [longitude, latitude] }) => [
          id,
          distanceMeters(centre, { latitude, longitude }),
        ]),
      );
      const distanceOf = ({ id }: { id: string }): number => distances.get(id) ?? NaN;
      const certain = documents.filter((one) => distanceOf(one) < radius - STEP_METERS);
      const possible = documents.filter((one) => distanceOf(one) < radius + STEP_METERS);
      const found = new Set(body.data.map(({ id }) => id));

      expect(certain.length).toBeGreaterThan(PER_RADIUS / 4);
      expect(possible.length).toBeLessThan(documents.length);
      expect(found.size).toBe(body.data.length);
      expect(certain.filter(({ id }) => !found.has(id))).toEqual([]);
      const allowed = new Set(possible.map(({ id }) => id));
      expect([...found].filter((id) => !allowed.has(id))).toEqual([]);

      const order = body.data.map(distanceOf);
      order.slice(1).forEach((distance, index) => {
        expect(distance).toBeGreaterThan((order[index] ?? NaN) - 2 * STEP_METERS);
      });
      expect(body).not.toHaveProperty('truncated');
    });
  });

  test('a marker is as it was stored, to the last digit', async () => {
    const [first] = documents;
    if (first === undefined) throw new Error('no marker');
    const [lng, lat] = first.location;
    const { body } = await find({ lat, lng, radius: 0.1, season: 7 });
    expect(body.data).toContainEqual({
      id: first.id,
      land_id: first.land_id,
      latlng: { latitude: lat, longitude: lng },
      is_built: false,
    });
  });

  test('nothing there: an empty list', async () => {
    const { body } = await find({ lat: 10, lng: 10, radius: 50_000, season: 7 });
    expect(body).toEqual({ status: 'ok', data: [] });
  });

  test('the parameters are all required, and checked together', async () => {
    const named = async (query: Query) =>
      (await find(query)).body.error.details?.map(({ path }) => path).sort();
    expect(await named('')).toEqual(['lat', 'lng', 'radius', 'season']);
    expect(await named('lat=91&lng=-181&radius=0&season=-1')).toEqual(['lat', 'lng', 'radius', 'season']); // prettier-ignore
    expect(await named('lat=1&lng=1&radius=50000.01&season=1000001')).toEqual(['radius', 'season']);
    expect(await named('lat=1&lng=&radius=1&season=1&season=2')).toEqual(['lng', 'season']);
    // No land may stand for the point.
    const { status, headers } = await find('lat=1&lng=1&radius=1&season=1&land_id=881fb46625fffff');
    expect([status, headers.get('x-ignored-params')]).toEqual([200, 'land_id']);
  });

  test('a public token is refused', async () => {
    const { status, body } = await api.get('/markers/findByRadius', '', { token: 'dev-public' });
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  });
});

describe('truncation', () => {
  const MOST = 10_000;
  const ROW_METERS = 111_195;

  /** So many in one line to the north, a meter apart, in no order of their ids. */
  const line = Array.from({ length: MOST + 1 }, (_, position): MarkerDocument => ({
    id: `m${(position * 7_919) % (MOST + 1)}`,
    land_id: '881fb46625fffff',
    location: [0, position / ROW_METERS],
  }));
  // In one place: equal distances.
  const twins = ['b', 'a', 'c'].map((id): MarkerDocument => ({
    id,
    land_id: '881fb46625fffff',
    location: [90, 45],
  }));

  let own: OwnMarkers;
  let api: Api;
  beforeAll(async () => {
    own = await storeMarkers([...line, ...twins]);
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  const find = (lat: number, lng: number, radius: number): Promise<Answer<Marker[]>> =>
  api.get<Marker[]>('/markers/findByRadius', { lat, lng, radius, season: 7 }, { token: 'dev-internal' }); // prettier-ignore

  test('10,000 are all of them', async () => {
    const { body } = await find(0, 0, MOST - 0.5);
    expect(body.data).toHaveLength(MOST);
    expect(body).not.toHaveProperty('truncated');
  });

  test('of 10,001 the farthest is left out, and that is told', async () => {
    const { body } = await find(0, 0, 50_000);
    expect(body.truncated).toBe(true);
    expect(body.data.map(({ id }) => id)).toEqual(line.slice(0, MOST).map(({ id }) => id));
    expect(Object.keys(body)).toEqual(['status', 'data', 'truncated']);
  });

  test('at equal distances, by id', async () => {
    const { body } = await find(45, 90.001, 1_000);
    expect(body.data.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});
