import { expect, test } from '@jest/globals';
import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { fold } from '../../../indices/fold.js';
import type { PlaceDocument } from '../../../indices/places.js';
import type { Place } from '../../support/records.js';
import { type Answer, type Query, startApi } from '../../support/api.js';
import { placeDocument, storeDocuments } from '../../support/ownDocuments.js';
import { below, pick, seeded } from '../../support/random.js';
import { ids } from '../../support/records.js';
import { untilEnd } from '../../support/each.js';

const LAND = '881fb46625fffff';
const FULL = latLngToCell(10, 10, 8);
const OVERFULL = latLngToCell(-10, -10, 8);
const AIRFIELD = latLngToCell(20, 20, 8);
const MUSEUM = latLngToCell(30, 30, 8);
const MAX = 10_000;
const CENTRES = [LAND, getPentagons(8)[3] ?? '', latLngToCell(-16.8, 180, 8)];

const random = seeded(11);
/** Few popularities, so that many places have the same one, and some none. */
const POPULARITIES = [null, 0, 0.1, 0.123456789, 0.5, 1];
const scattered = CENTRES.flatMap((centre) => gridDisk(centre, 11)).flatMap((land, index) =>
  Array.from({ length: below(random, 4) }, (_, number) => {
    const id = `${pick(random, ['a', 'B', 'é', '9', 'z'])}${number}-${index}`;
    return placeDocument(id, land, { popularity: pick(random, POPULARITIES) });
  }),
);
const crowd = (land: string, count: number): PlaceDocument[] =>
  Array.from({ length: count }, (_, number) =>
    placeDocument(`${land}-${number}`, land, { popularity: ((number * 7919) % 1000) / 1000 }),
  );
const airfield = ['airport', 'heliport', 'Airport', null, 'airport'].map((category, number) =>
  placeDocument(`airfield-${number}`, AIRFIELD, { category, popularity: 0.5 }),
);
const LOUVRE = placeDocument('louvre', MUSEUM, {
  ...{ name: 'Louvre', subtitle: 'Museum', category: 'museum', location: [2.3376, 48.8606] },
  ...{ address: '99 rue de Rivoli, Paris', photos: ['https://a.example', 'https://b.example'] },
  ...{ popularity: 0.99, rating: 4.7, website: 'https://louvre.fr' },
});

const named = ['Château de la Tour', 'La tour', 'Tournai', 'Musée-Tour, La', 'Not this'].map((name, number) =>
  placeDocument(`named-${number}`, MUSEUM, { name, folded: fold(name), popularity: number === 1 ? null : number / 10 }),
); // prettier-ignore
const crowds = [...crowd(FULL, MAX), ...crowd(OVERFULL, MAX + 1)];
const unknown = placeDocument('é "{}', MUSEUM);
const own = untilEnd(
  await storeDocuments({
    places: [...scattered, ...airfield, ...crowds, ...named, LOUVRE, unknown],
  }),
);
const api = untilEnd(await startApi({ indexPrefix: own.indexPrefix }));

const find = (query: Query): Promise<Answer<Place[]>> =>
  api.get<Place[]>('/places/findByLocation', query, { token: 'dev-internal' });

/** The ids of the places in these lands in the order of the specification: Elasticsearch orders by bytes. */
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

test('places have exactly the fields of the specification, unknown ones null', async () => {
  const query = { place_ids: 'louvre,é "{}' };
  const { body } = await api.get('/places/findByIds', query, { token: 'dev-internal' });
  const [lat, lng] = cellToLatLng(MUSEUM);
  expect(JSON.stringify(body)).toBe(
    `{"status":"ok","data":[{"id":"louvre","land_id":"${MUSEUM}","name":"Louvre","subtitle":"Museum","category":"museum","latlng":{"latitude":48.8606,"longitude":2.3376},"address":"99 rue de Rivoli, Paris","photos":["https://a.example","https://b.example"],"popularity":0.99,"rating":4.7,"website":"https://louvre.fr"},` +
      `{"id":"é \\"{}","land_id":"${MUSEUM}","name":"The é \\"{}","subtitle":null,"category":null,"latlng":{"latitude":${lat},"longitude":${lng}},"address":null,"photos":[],"popularity":null,"rating":null,"website":null}]}`,
  );
});

test.each(CENTRES)('around %s, by popularity, unknown last, then by id', async (centre) => {
  for (const k of [0, 1, 3, 10]) {
    const { body } = await find({ land_id: centre.toUpperCase(), k });
    expect(ids(body.data)).toEqual(expected(scattered, gridDisk(centre, k)));
    expect(body).not.toHaveProperty('truncated');
  }
  const [lat, lng] = cellToLatLng(centre);
  const { body } = await find({ lat: lat.toFixed(10), lng: lng.toFixed(10) });
  expect(ids(body.data)).toEqual(expected(scattered, [centre]));
});

test.each([
  ['airport', ['0', '4']],
  [' heliport , Airport,heliport', ['1', '2']],
  ['AIRPORT', []],
])('only of the categories %j', async (categories, numbers) => {
  const { body } = await find({ land_id: AIRFIELD, k: 1, categories });
  expect(ids(body.data)).toEqual(numbers.map((number) => `airfield-${number}`));
});

test('at most 10,000, the most popular; `truncated` if there are more', async () => {
  const full = await find({ land_id: FULL });
  expect(ids(full.body.data)).toEqual(expected(crowd(FULL, MAX), [FULL]));
  expect(full.body).not.toHaveProperty('truncated');
  const { body } = await find({ land_id: OVERFULL, k: 1 });
  const all = expected(crowd(OVERFULL, MAX + 1), [OVERFULL]);
  expect(ids(body.data)).toEqual(all.slice(0, MAX));
  expect(body.truncated).toBe(true);
});

test.each([
  ['tour', ['3', '2', '0', '1']],
  ['LA TÔUR', ['3', '0', '1']],
  ['mus to', ['3']],
  ['ournai', []],
  ['-', []],
])('by the start of any words of the name, by popularity, unknown last: %s', async (token, numbers) => {
  const { body } = await api.get<Place[]>('/places/findByName', { token }, { token: 'dev-internal' });
  expect(ids(body.data)).toEqual(numbers.map((number) => `named-${number}`));
  expect(JSON.stringify(body)).not.toContain('folded');
}); // prettier-ignore

test('by name, as many as the limit', async () => {
  const { body } = await api.get<Place[]>('/places/findByName', { token: 't', limit: 2 }, { token: 'dev-internal' }); // prettier-ignore
  expect(ids(body.data)).toEqual(['named-4', 'named-3']);
});
