import { expect, test } from '@jest/globals';
import type { PlaceDocument } from '../../../../indices/places.js';
import { placeSchema, presentPlace } from '../../../../src/places/present.js';

const stored: PlaceDocument = {
  // In another order than the specification's.
  website: 'https://louvre.fr',
  rating: 4.7,
  popularity: 0.99,
  photos: ['https://photos.example/1', 'https://photos.example/2'],
  address: '99 rue de Rivoli',
  location: [2.3376, 48.8606],
  category: 'museum',
  subtitle: 'Museum',
  name: 'Louvre',
  land_id: '881fb46625fffff',
  id: 'louvre',
};

const UNKNOWN: PlaceDocument = {
  ...stored,
  subtitle: null,
  category: null,
  address: null,
  photos: [],
  popularity: null,
  rating: null,
  website: null,
};

test('a place has the fields of the specification, in its order, and no more', () => {
  expect(JSON.stringify(presentPlace({ ...stored, more: 1 } as PlaceDocument))).toBe(
    '{"id":"louvre","land_id":"881fb46625fffff","name":"Louvre","subtitle":"Museum","category":"museum","latlng":{"latitude":48.8606,"longitude":2.3376},"address":"99 rue de Rivoli","photos":["https://photos.example/1","https://photos.example/2"],"popularity":0.99,"rating":4.7,"website":"https://louvre.fr"}',
  );
});

test('what is not known is null, and [] for the photos', () => {
  const { location, ...rest } = UNKNOWN;
  const [longitude, latitude] = location;
  expect(presentPlace(UNKNOWN)).toEqual({ ...rest, latlng: { latitude, longitude } });
});

test('the documented shape takes both, and nothing else', () => {
  const place = presentPlace(stored);
  expect(placeSchema.validate(place).error).toBeUndefined();
  expect(placeSchema.validate(presentPlace(UNKNOWN)).error).toBeUndefined();
  const { photos, ...without } = place;
  for (const other of [without, { ...place, more: photos }, { ...place, rating: 5.1 }]) {
    expect(placeSchema.validate(other).error).toBeDefined();
  }
});
