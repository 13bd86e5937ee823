import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, startApi } from '../../support/api.js';
import type { Land } from '../../../src/lands/present.js';
import type { City, Country } from '../../support/records.js';
import { readFacts } from './facts.js';

const facts = readFacts('enclaves.tsv', ['name', 'country', 'latitude', 'longitude']);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test.each(facts)(
  '$name is $country, and so is its closest city',
  async ({ country, latitude: lat, longitude: lng }) => {
    const { body } = await api.get<Country[]>('/countries/findByLocation', { lat, lng });
    expect(body.data[0]?.id).toBe(country);
    const city = await api.get<City>('/cities/findByLocation', { lat, lng });
    // Some enclaves are smaller than any city.
    expect([country, 'NO_COUNTRY']).toContain(city.body.data.country_id);
  },
);

test('Saint Peter is in the land of the Vatican, and Italy is nearby', async () => {
  const place = { lat: 41.9022, lng: 12.4533 };
  const countries = await api.get<Country[]>('/countries/findByLocation', place);
  expect(countries.body.data.map(({ id }) => id)).toEqual(['VAT', 'ITA']);
  const lands = await api.get<Land[]>('/lands/findByLocation', place);
  expect(lands.body.data.map(({ country_id }) => country_id)).toEqual(['VAT']);
});
