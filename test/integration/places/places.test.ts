import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Place } from '../../../src/places/present.js';
import { type Answer, type Api, type Query, startApi } from '../../support/api.js';
import { type OwnDocuments, placeDocument, storeDocuments } from '../../support/ownDocuments.js';
import { ids } from '../../support/records.js';
import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import type { PlaceDocument } from '../../../indices/places.js';
import { below, pick, seeded } from '../../support/random.js';

describe('findByIds', () => {
  const PATH = '/places/findByIds';
  const LAND = '881fb46625fffff';
  const INTERNAL = { token: 'dev-internal' };
  const MANY = Array.from({ length: 501 }, (_, number) => `many-${number}`);

  const LOUVRE = placeDocument('louvre', LAND, {
    name: 'Louvre',
    subtitle: 'Museum',
    category: 'museum',
    location: [2.3376, 48.8606],
    address: '99 rue de Rivoli, Paris',
    photos: ['https://photos.example/1', 'https://photos.example/2'],
    popularity: 0.99,
    rating: 4.7,
    website: 'https://louvre.fr',
  });

  let own: OwnDocuments;
  let api: Api;
  beforeAll(async () => {
    const strange = ['osm:node/1', 'a b', 'é"{}', 'Louvre', '7'];
    own = await storeDocuments({
      places: [LOUVRE, ...[...strange, ...MANY].map((id) => placeDocument(id, LAND))],
    });
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  async function ask(place_ids: string): Promise<unknown> {
    const { body } = await api.get<Place[]>(PATH, { place_ids }, INTERNAL);
    return { found: ids(body.data), ...('missing' in body ? { missing: body.missing } : {}) };
  }

  describe('answers', () => {
    test('places with exactly the fields of the specification', async () => {
      const { body } = await api.get<Place[]>(PATH, { place_ids: 'louvre,7' }, INTERNAL);
      const [, unknown] = body.data;
      expect(JSON.stringify(body.data[0])).toBe(
        '{"id":"louvre","land_id":"881fb46625fffff","name":"Louvre","subtitle":"Museum","category":"museum","latlng":{"latitude":48.8606,"longitude":2.3376},"address":"99 rue de Rivoli, Paris","photos":["https://photos.example/1","https://photos.example/2"],"popularity":0.99,"rating":4.7,"website":"https://louvre.fr"}',
      );
      expect(unknown).toEqual({
        id: '7',
        land_id: LAND,
        name: 'The 7',
        subtitle: null,
        category: null,
        latlng: { latitude: 48.85434004428176, longitude: 2.3513298555659055 },
        address: null,
        photos: [],
        popularity: null,
        rating: null,
        website: null,
      });
    });

    test('in the order asked, whatever the characters of the ids', async () => {
      const asked = ['osm:node/1', 'louvre', 'a b', 'é"{}', 'Louvre', '7'];
      expect(await ask(asked.join())).toEqual({ found: asked });
      expect(await ask(asked.reverse().join())).toEqual({ found: asked });
    });

    test('ids with blanks around them, and those given twice once', async () => {
      expect(await ask(' louvre ,\t7, louvre,x,x')).toEqual({
        found: ['louvre', '7'],
        missing: ['x'],
      });
    });

    test('what does not exist in `missing`, in the order asked; case counts', async () => {
      expect(await ask('z,louvre,LOUVRE,a')).toEqual({
        found: ['louvre'],
        missing: ['z', 'LOUVRE', 'a'],
      });
    });

    test('500 places', async () => {
      const asked = MANY.slice(0, 500).reverse();
      expect(await ask(asked.join())).toEqual({ found: asked });
    });
  });
});

describe('findByLocation', () => {
  const PATH = '/places/findByLocation';
  const FULL = latLngToCell(10, 10, 8);
  const OVERFULL = latLngToCell(-10, -10, 8);
  const AIRFIELD = latLngToCell(20, 20, 8);
  const MAX = 10_000;
  const CENTRES = ['881fb46625fffff', getPentagons(8)[3] ?? '', latLngToCell(-16.8, 180, 8)];

  const random = seeded(11);
  /** A few popularities, so that many places have the same one, and some none. */
  const popularities = [null, 0, 0.1, 0.123456789, 0.5, 1];
  const scattered: PlaceDocument[] = CENTRES.flatMap((centre) => gridDisk(centre, 11)).flatMap(
    (land, index) =>
      Array.from({ length: below(random, 4) }, (_, number) => {
        const id = `${pick(random, ['a', 'B', 'é', '9', 'z'])}${number}-${index}`;
        return placeDocument(id, land, { popularity: pick(random, popularities) });
      }),
  );
  const crowd = (land: string, count: number): PlaceDocument[] =>
  Array.from({ length: count }, (_, number) =>
    placeDocument(`${land}-${number}`, land, { popularity: (number * 7919) % 1000 / 1000 }),
  ); // prettier-ignore

  const airfield = ['airport', 'heliport', 'Airport', null, 'airport'].map((category, number) =>
    placeDocument(`airfield-${number}`, AIRFIELD, { category, popularity: 0.5 }),
  );

  let own: OwnDocuments;
  let api: Api;
  beforeAll(async () => {
    own = await storeDocuments({
      places: [...scattered, ...airfield, ...crowd(FULL, MAX), ...crowd(OVERFULL, MAX + 1)],
    });
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  const ask = (query: Query): Promise<Answer<Place[]>> =>
    api.get<Place[]>(PATH, query, { token: 'dev-internal' });

  /** The ids of the places in these lands, as they have to come: Elasticsearch orders by bytes. */
  function expected(places: readonly PlaceDocument[], lands: readonly string[]): string[] {
    const within = new Set(lands);
    const popularity = (place: PlaceDocument): number => place.popularity ?? -1;
    const found = places.filter((place) => within.has(place.land_id));
    found.sort(
      (one, other) =>
        popularity(other) - popularity(one) ||
        Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)),
    );
    return ids(found);
  }

  describe.each(CENTRES)('around %s', (centre) => {
    test('all places of the disk, by popularity, unknown last, then by id', async () => {
      for (const k of [0, 1, 2, 5, 10]) {
        const { body } = await ask({ land_id: centre, k });
        expect(ids(body.data)).toEqual(expected(scattered, gridDisk(centre, k)));
        expect(body).not.toHaveProperty('truncated');
      }
      const { body } = await ask({ land_id: centre, k: 10 });
      expect(new Set(body.data.map((place) => place.popularity))).toEqual(new Set(popularities));
    });

    test('a pair is the same as the land that holds it, and k is 0 when absent', async () => {
      const [lat, lng] = cellToLatLng(centre);
      const place = { lat: lat.toFixed(10), lng: lng.toFixed(10) };
      const byLand = await ask({ land_id: centre.toUpperCase(), k: 3 });
      expect((await ask({ ...place, k: 3 })).body).toEqual(byLand.body);
      const { body } = await ask(place);
      expect(ids(body.data)).toEqual(expected(scattered, [centre]));
    });
  });

  test('nothing where no place is', async () => {
    const { body } = await ask({ lat: 0, lng: -30, k: 10 });
    expect(body).toEqual({ status: 'ok', data: [] });
  });

  test.each([
    ['airport', ['0', '4']],
    [' heliport , Airport,heliport', ['1', '2']],
    ['AIRPORT', []],
  ])('only of the categories %j', async (categories, numbers) => {
    const { body } = await ask({ land_id: AIRFIELD, k: 1, categories });
    expect(ids(body.data)).toEqual(numbers.map((number) => `airfield-${number}`));
  });

  describe('at most 10,000', () => {
    test('exactly as many are all', async () => {
      const { body } = await ask({ land_id: FULL });
      expect(ids(body.data)).toEqual(expected(crowd(FULL, MAX), [FULL]));
      expect(body).not.toHaveProperty('truncated');
    });

    test('of one more the most popular, and that there are more', async () => {
      const { body } = await ask({ land_id: OVERFULL, k: 1 });
      const all = expected(crowd(OVERFULL, MAX + 1), [OVERFULL]);
      expect(ids(body.data)).toEqual(all.slice(0, MAX));
      expect(body.truncated).toBe(true);
      expect(Object.keys(body)).toEqual(['status', 'data', 'truncated']);
    });
  });
});
