import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fold } from '../../../indices/fold.js';
import type { Marker } from '../../../src/markers/present.js';
import type { Place } from '../../../src/places/present.js';
import { type Api, startApi } from '../../support/api.js';
import { type Country, ids } from '../../support/records.js';
import { readFacts } from './facts.js';

const COLUMNS = ['category', 'name', 'country', 'latitude', 'longitude'] as const;
/** About 2.8 km: the point of an airport may be its tower, or the middle of its runways. */
const RINGS = 3;

const facts = readFacts('places.tsv', COLUMNS);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const INTERNAL = { token: 'dev-internal' };

test.each(facts)('$category $name', async ({ category, name, country, latitude, longitude }) => {
  const point = { lat: latitude, lng: longitude };
  const around = { ...point, k: RINGS, categories: category };
  const places = (await api.get<Place[]>('/places/findByLocation', around, INTERNAL)).body.data;
  expect(new Set(places.map((place) => place.category))).toEqual(new Set([category]));
  const place = places.find((found) => fold(found.name).includes(fold(name)));
  expect(place?.name).toBeDefined();

  const lat = place?.latlng.latitude ?? '';
  const lng = place?.latlng.longitude ?? '';
  const countries = await api.get<Country[]>('/countries/findByLocation', { lat, lng });
  expect(ids(countries.body.data)).toContain(country);

  const markers = await api.get<Marker[]>(
    '/markers/findByRadius',
    { lat, lng, radius: 100, season: 1 },
    INTERNAL,
  );
  expect(ids(markers.body.data)).toContain(place?.id);
});

test('heliports are left out where only other categories are asked for', async () => {
  const manhattan = { lat: '40.75', lng: '-73.99', k: 10 };
  const categoriesOf = async (query: object): Promise<Set<string | null>> => {
    const { body } = await api.get<Place[]>('/places/findByLocation', { ...manhattan, ...query }, INTERNAL); // prettier-ignore
    return new Set(body.data.map(({ category }) => category));
  };
  const all = await categoriesOf({});
  expect(all).toContain('heliport');
  expect(all).toContain('museum');
  const asked = await categoriesOf({ categories: 'museum,university' });
  expect(asked).toEqual(new Set(['museum', 'university']));
});
