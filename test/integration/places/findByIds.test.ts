import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Place } from '../../../src/places/present.js';
import { type Api, startApi } from '../../support/api.js';
import { type OwnDocuments, placeDocument, storeDocuments } from '../../support/ownDocuments.js';
import { ids } from '../../support/records.js';

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

test.each([
  ['nothing', ''],
  ['an empty list', 'place_ids='],
  ['an empty element', 'place_ids=louvre,'],
  ['the list twice', 'place_ids=louvre&place_ids=7'],
  ['501 ids', `place_ids=${MANY.join()}`],
])('refuses %s, and a public token before it', async (_, query) => {
  const refused = await api.get(PATH, query, INTERNAL);
  expect(refused.status).toBe(400);
  expect(refused.body.error.details?.map(({ path }) => path)).toEqual(['place_ids']);
  const restricted = await api.get(PATH, query);
  expect(restricted.status).toBe(403);
  expect(restricted.body.error.code).toBe('forbidden');
});
